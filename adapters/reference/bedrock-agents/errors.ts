import { awsErrors } from '../shared/aws-errors.ts';

export const errors = awsErrors('Amazon Bedrock Agents');

export const { unsendable } = errors;
