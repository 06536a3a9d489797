/** What faults have to know of the answers of any API of AWS whose streams are frames. */
import { lateMessage } from '../../../../recordings/faults/damaged-responses.ts';
import { exceptions } from '../../../../recordings/faults/error-responses.ts';
import type { FaultTraits, LateError } from '../../../../recordings/faults/fault.ts';
import { eventFrame, frame } from '../../../../recordings/faults/response-parts.ts';
import { newsInCamelCase, newWords } from '../../../../recordings/faults/tolerance/insertions.ts';

/** Source: Smithy, "Amazon Event Stream Specification": exceptions of the service's model, and any other error. */
const lateErrors: readonly LateError[] = [
  ...exceptions.map(({ name }) => {
    const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return {
      name,
      piece: frame({ ':message-type': 'exception', ':exception-type': member }, { message: lateMessage }),
    };
  }),
  {
    name: 'InternalFailure',
    piece: frame({ ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': lateMessage }),
  },
];

export const awsFaults: FaultTraits = {
  isOfAws: true,
  lateErrors,
  unknownEvent: () => eventFrame(newsInCamelCase, { [newsInCamelCase]: newWords }),
};
