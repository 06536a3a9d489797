import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';

/** Defects in what is told of the provider's own tools. */
export const brokenInHostedTools: readonly BrokenAdapter[] = [
  {
    id: 'calls-every-tool-a-search',
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Whatever the provider ran is told as a web search.',
    shows: ['computes-and-explains/complete', 'called-on-trust/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => (c.type === 'hosted-tool-call' ? { ...c, tool: 'web-search' } : c)),
      ),
    ),
  },
  {
    id: 'drops-standard-error',
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Of what a program printed only the first piece is told.',
    shows: ['reads-and-makes-files/complete', 'reads-and-makes-files/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-result'
            ? { ...c, outputs: c.outputs.filter((output, i) => output.type !== 'text' || i === 0) }
            : c,
        ),
      ),
    ),
  },
  {
    id: 'tells-failures-as-words',
    caughtBy: 'hosted-tools-equal-wire',
    over: 'openai-responses',
    defect: 'That a tool of the provider failed is told as if it were what the tool gave.',
    modelledOn: ['B109'],
    shows: ['tool-fails/complete', 'tool-fails/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-result'
            ? {
                ...c,
                outputs: c.outputs.map((output) =>
                  output.type === 'error' ? ({ type: 'text', text: output.message } as const) : output,
                ),
              }
            : c,
        ),
      ),
    ),
  },
  {
    id: 'names-azure-tools-as-the-wire-does',
    caughtBy: 'hosted-tools-equal-wire',
    over: 'azure-foundry-v2',
    defect: 'Tools that the contract has words for are told under the names that they have on the wire.',
    shows: ['azure-ai-search/complete', 'azure-function/stream', 'question-to-data/complete', 'bing-grounding/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'hosted-tool-call' && c.type !== 'hosted-tool-result') return c;
          const { type } = c.rawRepresentation as { type: string };
          return { ...c, tool: type.replace(/_call(_output)?$/, '') };
        }),
      ),
    ),
  },
  {
    id: 'forgets-whose-tool-it-was',
    caughtBy: 'hosted-tools-equal-wire',
    over: 'openai-responses',
    defect: 'Of a call to another server’s tool the server’s name is not told.',
    shows: ['called-without-asking/complete', 'called-without-asking/stream', 'tool-fails/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'hosted-tool-call') return c;
          const { serverName: _, ...call } = c;
          return call;
        }),
      ),
    ),
  },
];
