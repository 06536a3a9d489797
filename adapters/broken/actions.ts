import type { ActionResultContent, Content } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inSentContents, withDefects } from './break.ts';

/** A defect in what is sent of the outcome of an action. */
const inSentResults = (change: (result: ActionResultContent) => ActionResultContent) =>
  withDefects(inSentContents((contents) => contents.map((c) => (c.type === 'action-result' ? change(c) : c))));

type Output = ActionResultContent['outputs'][number];

const changedOutputs = (change: (output: Output) => readonly Output[]) =>
  inSentResults((result) => ({ ...result, outputs: result.outputs.flatMap(change) }));

/** Only the first call of each message is kept, as where a library thinks of one at a time. */
function firstActionAlone(contents: readonly Content[]): Content[] {
  const first = contents.findIndex((c) => c.type === 'action-call');
  return contents.filter((c, i) => c.type !== 'action-call' || i === first);
}

/** Defects in what the application is asked to do on a screen, in a shell or in a file, and in what is told of it. */
export const brokenInActions: readonly BrokenAdapter[] = [
  {
    id: 'drops-the-second-action',
    caughtBy: 'action-calls-equal-wire',
    defect: 'Of several actions that came at once only the first is returned.',
    shows: ['every-action/complete', 'every-command/complete'],
    breakIt: withDefects({
      response: (r) => ({ ...r, messages: r.messages.map((m) => ({ ...m, contents: firstActionAlone(m.contents) })) }),
    }),
  },
  {
    id: 'forgets-keys-held-down',
    caughtBy: 'action-calls-equal-wire',
    defect: 'Of a click only the place is returned, not the keys that are to be held down.',
    shows: ['every-action/complete', 'every-action/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'action-call') return c;
          const actions = c.actions.map(({ text, ...action }) =>
            action.type === 'left_click' ? action : { text, ...action },
          );
          return { ...c, actions: JSON.parse(JSON.stringify(actions)) };
        }),
      ),
    ),
  },
  {
    id: 'swallows-safety-checks',
    caughtBy: 'action-calls-equal-wire',
    over: 'openai-responses',
    defect: 'Safety checks that the application has to acknowledge are not returned.',
    shows: ['safety-check-acknowledged/complete', 'safety-check-refused/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'action-call') return c;
          const { pendingSafetyChecks: _, ...call } = c;
          return call;
        }),
      ),
    ),
  },
  {
    id: 'acknowledges-nothing',
    caughtBy: 'action-results-on-the-wire',
    over: 'openai-responses',
    defect: 'The safety checks that the application acknowledged are not sent.',
    shows: ['safety-check-acknowledged/complete', 'safety-check-acknowledged/stream'],
    breakIt: inSentResults(({ acknowledgedSafetyCheckIds: _, ...result }) => result),
  },
  {
    id: 'drops-screenshots',
    caughtBy: 'action-results-on-the-wire',
    defect: 'Of what came of an action only text is sent.',
    shows: ['look-and-click/complete', 'look-and-click/stream'],
    breakIt: changedOutputs((output) => (output.type === 'data' ? [] : [output])),
  },
  {
    id: 'sends-screenshots-as-text',
    modelledOn: ['B037'],
    caughtBy: 'action-results-on-the-wire',
    defect: 'A screenshot is sent as the text of its bytes.',
    shows: ['look-and-click/complete', 'every-action/stream'],
    breakIt: changedOutputs((output) => (output.type === 'data' ? [{ type: 'text', text: output.data }] : [output])),
  },
  {
    id: 'says-failed-actions-succeeded',
    caughtBy: 'action-results-on-the-wire',
    defect: 'That an action failed is sent as if it were what it gave.',
    shows: ['action-fails/complete', 'command-fails/stream', 'restarted/complete'],
    breakIt: changedOutputs((output) => [output.type === 'error' ? { type: 'text', text: output.message } : output]),
  },
  {
    id: 'forgets-exit-codes',
    caughtBy: 'action-results-on-the-wire',
    defect: 'The exit code of a command is not sent.',
    shows: ['restarted/complete', 'restarted/stream'],
    breakIt: inSentResults(({ exitCode: _, ...result }) => result),
  },
  {
    id: 'forgets-exit-codes-that-have-a-member',
    caughtBy: 'action-results-on-the-wire',
    over: 'openai-responses',
    defect: 'Every command is said to have ended well.',
    shows: ['command-fails/complete', 'command-fails/stream'],
    breakIt: inSentResults((result) => (result.exitCode === undefined ? result : { ...result, exitCode: 0 })),
  },
  {
    id: 'trims-output',
    caughtBy: 'action-results-on-the-wire',
    defect: 'White space at the ends of what was printed is taken off.',
    shows: ['runs-and-reports/complete', 'view-and-replace/stream'],
    breakIt: changedOutputs((output) => [output.type === 'text' ? { ...output, text: output.text.trim() } : output]),
  },
  {
    id: 'answers-one-action-of-several',
    caughtBy: 'action-results-on-the-wire',
    defect: 'Of the outcomes of several actions only the last goes out.',
    shows: ['every-action/complete', 'every-command/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.filter((c, i) => c.type !== 'action-result' || contents[i + 1]?.type !== 'action-result'),
      ),
    ),
  },
  {
    id: 'answers-actions-under-another-id',
    caughtBy: 'action-results-on-the-wire',
    over: 'openai-responses',
    defect: 'Outcomes of actions go out under an id of the library’s own.',
    shows: ['look-and-click/complete', 'runs-and-reports/stream'],
    breakIt: inSentResults((result) => ({ ...result, callId: `action-${result.callId}` })),
  },
  {
    id: 'forgets-actions',
    caughtBy: 'history-on-the-wire',
    defect: 'What the application was asked to do is not sent back.',
    shows: ['look-and-click/complete', 'view-and-replace/stream'],
    breakIt: withDefects(inSentContents((contents) => contents.filter((c) => c.type !== 'action-call'))),
  },
];
