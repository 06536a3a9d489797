import type { JsonObject } from '../../../files/canonical-json.ts';
import { asCount, asObject, asString, otherMembers } from '../json.ts';
import type { ChatDialect } from './dialect.ts';

interface GrowingCall {
  readonly index: number | undefined;
  call: JsonObject;
  readonly first: number;
  last: number;
}

/** Calls of tools from the pieces of a stream, in order of their beginning. */
export class StreamedCalls {
  private readonly toldBy: ChatDialect['callsAreToldBy'];
  private readonly calls: GrowingCall[] = [];

  constructor(toldBy: ChatDialect['callsAreToldBy']) {
    this.toldBy = toldBy;
  }

  take(piece: JsonObject, event: number): void {
    const growing = this.growing(piece);
    if (growing) {
      growing.call = withPiece(growing.call, piece);
      growing.last = event;
    } else {
      this.calls.push({ index: asCount(piece.index), call: piece, first: event, last: event });
    }
  }

  build(): readonly GrowingCall[] {
    return this.calls;
  }

  /** The call that a piece belongs to; none where it begins one. */
  private growing(piece: JsonObject): GrowingCall | undefined {
    const id = asString(piece.id) || undefined;
    const index = asCount(piece.index);
    const byId = this.calls.find(({ call }) => id !== undefined && call.id === id);
    if (this.toldBy === 'id' && id !== undefined) return byId;
    if (index !== undefined) return this.calls.find((call) => call.index === index);
    return id === undefined ? this.calls.at(-1) : byId;
  }
}

/** Id, type and name are said once; arguments, and what a custom tool is asked, grow. */
function withPiece(call: JsonObject, piece: JsonObject): JsonObject {
  const more = Object.fromEntries(
    otherMembers(piece, new Set(['function', 'custom'])).map((name) => [name, piece[name] ?? null]),
  );
  const grown = (name: 'function' | 'custom', text: 'arguments' | 'input'): JsonObject => {
    const [before, after] = [asObject(call[name]), asObject(piece[name])];
    if (!after) return {};
    const written = [before?.[text], after[text]].filter((value) => typeof value === 'string').join('');
    const whole = asObject(after[text]) ?? asObject(before?.[text]) ?? written;
    const said = asString(after.name) || asString(before?.name);
    return { [name]: { ...before, ...after, ...(said === undefined ? {} : { name: said }), [text]: whole } };
  };
  return { ...call, ...more, ...grown('function', 'arguments'), ...grown('custom', 'input') };
}
