/** What `atc probe` asks of a server, and what a provider answers: the same on every wire. */

/** Provider APIs whose servers can be probed. */
export const probedApis = ['openai-chat', 'openai-responses', 'anthropic'] as const;
export type ProbedApi = (typeof probedApis)[number];

const cities = ['Oslo', 'Rome'] as const;

/** Functions that scenarios declare, all of them strict. Values are enums: even a model that understands nothing gives valid ones. */
export const functions = {
  get_weather: schemaOf({ city: { type: 'string', enum: [...cities] }, unit: { type: 'string', enum: ['C', 'F'] } }),
  get_time: schemaOf({ city: { type: 'string', enum: [...cities] } }),
};
type FunctionName = keyof typeof functions;

/** The format that `format` asks for. */
export const answerFormat = schemaOf({ city: { type: 'string', enum: [...cities] } });

function schemaOf(properties: Readonly<Record<string, { type: string; enum: string[] }>>) {
  return {
    type: 'object',
    properties: { ...properties },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** A call as a provider gives it. */
export interface ProbeCall {
  readonly name: FunctionName;
  /** JSON, or the beginning of it where the answer is cut. */
  readonly arguments: string;
}

/** What a provider answers. */
export interface ProbeAnswer {
  readonly text?: string;
  readonly calls?: readonly ProbeCall[];
  /** The tool of the provider that was demanded gives something; a custom tool is called. */
  readonly other?: 'hosted' | 'custom';
  readonly ended?: 'length' | 'stop-sequence';
  /** An error instead. */
  readonly status?: number;
}

/** One thing that is asked of a server. */
export interface ProbeScenario {
  readonly id: string;
  readonly title: string;
  /** The provider APIs that have it; all where absent. */
  readonly on?: readonly ProbedApi[];
  readonly user: string;
  /** A call with its result, before the user speaks: the assistant's text is what the model said before. */
  readonly history?: { readonly call: ProbeCall; readonly result: string };
  readonly functions?: readonly FunctionName[];
  /** A tool that is no function, and is demanded. */
  readonly other?: 'hosted' | 'custom';
  readonly choice?: 'none' | 'required' | { readonly name: FunctionName } | { readonly among: readonly FunctionName[] };
  /** True: parallel calls are off. */
  readonly single?: true;
  readonly stop?: string;
  readonly format?: true;
  readonly limit: number;
  /** What makes the request one that the provider refuses. */
  readonly invalid?: 'no-messages' | 'result-without-call';
  readonly answer: ProbeAnswer;
  /** True: asked as a stream too. */
  readonly streams?: true;
  /** How often it is asked, while chance may hide a difference or the model may not show what is looked for. */
  readonly tries?: number;
}

const weather: ProbeCall = { name: 'get_weather', arguments: '{"city":"Oslo","unit":"C"}' };
const time: ProbeCall = { name: 'get_time', arguments: '{"city":"Oslo"}' };
const both = ['get_weather', 'get_time'] as const;
const asksWeather = 'What is the weather in Oslo, in degrees Celsius?';
const asksBoth = 'What are the weather in Oslo, in degrees Celsius, and the time there?';
const enough = 300;
const words = 100;

export const probeScenarios: readonly ProbeScenario[] = [
  {
    id: 'text',
    title: 'A text of a few words',
    user: 'Say hello.',
    limit: words,
    answer: { text: 'Hello.' },
    streams: true,
  },
  {
    id: 'call-required',
    title: 'A function must be called',
    user: asksWeather,
    functions: ['get_weather'],
    choice: 'required',
    limit: enough,
    answer: { calls: [weather] },
    streams: true,
  },
  {
    id: 'call-named',
    title: 'One of two functions must be called',
    user: asksWeather,
    functions: both,
    choice: { name: 'get_time' },
    limit: enough,
    answer: { calls: [time] },
    streams: true,
    tries: 4,
  },
  {
    id: 'call-allowed',
    title: 'One of two functions is allowed, and one must be called',
    on: ['openai-chat', 'openai-responses'],
    user: asksWeather,
    functions: both,
    choice: { among: ['get_time'] },
    limit: enough,
    answer: { calls: [time] },
    tries: 4,
  },
  {
    id: 'call-none',
    title: 'No function may be called',
    user: asksWeather,
    functions: both,
    choice: 'none',
    limit: words,
    answer: { text: 'I cannot look it up.' },
    streams: true,
    tries: 3,
  },
  {
    id: 'calls-parallel',
    title: 'Two functions are called at once',
    user: asksBoth,
    functions: both,
    choice: 'required',
    limit: 2 * enough,
    answer: { calls: [weather, time] },
    streams: true,
    tries: 2,
  },
  {
    id: 'calls-single',
    title: 'Parallel calls are off',
    user: asksBoth,
    functions: both,
    choice: 'required',
    single: true,
    limit: 2 * enough,
    answer: { calls: [weather] },
    streams: true,
    tries: 3,
  },
  {
    id: 'result',
    title: 'The result of a call comes back',
    user: asksWeather,
    functions: ['get_weather'],
    history: { call: weather, result: '4 °C, rain' },
    limit: words,
    answer: { text: 'It is 4 °C and raining.' },
  },
  {
    id: 'length',
    title: 'A text is cut by the limit of tokens',
    user: 'Write a long story about a lighthouse.',
    limit: 16,
    answer: { text: 'Once upon a time, by the', ended: 'length' },
    streams: true,
    tries: 4,
  },
  {
    id: 'call-length',
    title: 'A call is cut by the limit of tokens',
    user: asksWeather,
    functions: ['get_weather'],
    choice: 'required',
    limit: 16,
    answer: { calls: [{ name: 'get_weather', arguments: '{"city":"Os' }], ended: 'length' },
    streams: true,
    tries: 2,
  },
  {
    id: 'call-length-later',
    title: 'A call is cut within its arguments',
    user: asksWeather,
    functions: ['get_weather'],
    choice: 'required',
    limit: 50,
    answer: { calls: [{ name: 'get_weather', arguments: '{"city":"Os' }], ended: 'length' },
    streams: true,
  },
  {
    id: 'call-length-replayed',
    title: 'A call that was cut goes back with an error',
    // The arguments of the other wire are an object.
    on: ['openai-chat', 'openai-responses'],
    user: asksWeather,
    functions: ['get_weather'],
    history: { call: { name: 'get_weather', arguments: '{"city":"Os' }, result: 'error: the arguments are no JSON' },
    limit: words,
    answer: { text: 'Let me ask again.' },
  },
  {
    id: 'stop',
    title: 'A text ends before a stop sequence',
    on: ['openai-chat', 'anthropic'],
    user: 'Count from one to ten, in words.',
    stop: 'o',
    limit: words,
    answer: { text: 'One, tw', ended: 'stop-sequence' },
    streams: true,
    tries: 4,
  },
  {
    id: 'format',
    title: 'A text in the format of a JSON Schema',
    user: 'Name a city.',
    format: true,
    limit: words,
    answer: { text: '{"city":"Oslo"}' },
    streams: true,
  },
  {
    id: 'tool-custom',
    title: 'A custom tool must be called',
    on: ['openai-chat', 'openai-responses'],
    user: 'Note that it rains.',
    other: 'custom',
    limit: enough,
    answer: { other: 'custom' },
  },
  {
    id: 'tool-hosted',
    title: 'The provider’s web search must be used',
    on: ['openai-responses', 'anthropic'],
    user: 'Search the web for the weather in Oslo.',
    other: 'hosted',
    limit: 2 * enough,
    answer: { other: 'hosted', text: 'It rains.' },
  },
  {
    id: 'refused-no-messages',
    title: 'A request without a message is refused',
    user: '',
    limit: 16,
    invalid: 'no-messages',
    answer: { status: 400 },
  },
  {
    id: 'refused-result',
    title: 'A result without a call is refused',
    user: asksWeather,
    functions: ['get_weather'],
    history: { call: weather, result: '4 °C, rain' },
    limit: 16,
    invalid: 'result-without-call',
    answer: { status: 400 },
  },
];
