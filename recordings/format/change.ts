/** What became of a recording when it was recorded again, in words that a reviewer can weigh. */
import Type from 'typebox';

const text = Type.String();

/** Something about the provider's contract; something that was said otherwise; something that is another one every time. */
export const ChangeKind = Type.Enum(['contract', 'value', 'noise']);

/** `breaking`: readers that were right may be wrong now. `notable`: look at it. `quiet`: expected of any two recordings. */
export const Severity = Type.Enum(['breaking', 'notable', 'quiet']);

/** One change, or the same change in several places. */
export const Change = Type.Object(
  {
    /** One of the names in `recordings/diff/severity-rules.ts`. */
    what: text,
    kind: ChangeKind,
    severity: Severity,
    /** The operation's id in the matrix column; absent where no exchange is meant. */
    operation: Type.Optional(text),
    transport: Type.Optional(Type.Enum(['json', 'sse', 'eventstream'])),
    side: Type.Optional(Type.Enum(['request', 'response'])),
    /** Which exchange, from 0: in the new recording or, of one that is no more, in the old one. */
    exchange: Type.Optional(Type.Integer()),
    /** Which event of a stream, from 0, counted likewise, and of what type. */
    event: Type.Optional(Type.Object({ index: Type.Integer(), type: text }, { additionalProperties: false })),
    /** JSON pointer: in the body, the event's data, or, where it begins with `/headers`, in the headers. */
    pointer: text,
    /** Excerpts, at most some hundred characters. Absent on the side that lacks it. */
    before: Type.Optional(text),
    after: Type.Optional(text),
    /** Of noise: why it is none of anybody's business. */
    reason: Type.Optional(text),
    /** In how many places the same was found; the place above is the first. */
    count: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);

export type Change = Readonly<Type.Static<typeof Change>>;
export type ChangeKind = Type.Static<typeof ChangeKind>;
export type Severity = Type.Static<typeof Severity>;
