import { awsErrors } from '../shared/aws-errors.ts';

export const errors = awsErrors('Amazon Bedrock');

export const { unsendable } = errors;
