import { type Json, jsonEquals } from '../../files/canonical-json.ts';
import type { ChatResponse } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { compareFacts } from '../facts/compare.ts';
import { describeFact, factNouns } from '../facts/describe.ts';
import type { Fact, FactKind, LocatedFact, Reading } from '../facts/fact.ts';
import { nameKinds, withoutNames } from '../facts/names.ts';
import { type Check, contractSource, type JudgedAnswer, notApplicable } from './check.ts';

export const check: Check = {
  id: 'stream-equals-complete',
  level: 'MUST',
  title: 'A stream, folded, says what the whole response says.',
  reason: 'An application switches streaming on for comfort; that must not change what it is told.',
  sources: [contractSource, { title: 'M.E.AI ToChatResponse' }],
  comparesModes: true,
  judge: ({ case: { mode }, steps, sibling }) => {
    if (mode !== 'stream' || !sibling) return notApplicable;
    let compared = 0;
    const findings: Finding[] = [];
    for (const [i, stream] of steps.entries()) {
      const complete = sibling.steps[i];
      if (!complete?.step.response || !stream.step.response) continue;
      compared++;
      findings.push(...judgeStep(complete, stream));
    }
    return { compared, findings };
  },
};

function judgeStep(complete: JudgedAnswer, stream: JudgedAnswer): Finding[] {
  const path = `${stream.path}.response`;
  const shapes = { complete: shapeOf(complete.step.response), stream: shapeOf(stream.step.response) };
  const untoldNames = nameKinds.filter((kind) => tells(complete, kind) && !tells(stream, kind) && isNamed(stream));
  // Two recordings of one conversation need not be word for word the same; then only what is told of can be compared.
  const [inComplete, inStream] = [withoutNames(complete.wire.facts), withoutNames(stream.wire.facts)];
  const sameOnWire = compareFacts(inComplete, inStream).differences.length === 0;
  if (!sameOnWire) {
    const untold = [...kindsOf(complete).filter((kind) => !kindsOf(stream).includes(kind)), ...untoldNames];
    return untold.map((kind) => ({ message: `complete tells the ${kind}, stream does not`, adapterPath: path }));
  }
  const { differences } = compareFacts(asOneText(whatWireTells(complete)), asOneText(whatWireTells(stream)));
  const findings: Finding[] = differences.map((d) => ({
    message: `the wire says the same in both modes; complete returned ${told(d.wire)}, stream ${told(d.adapter)}`,
    adapterPath: path,
    adapter: d.adapter?.fact ?? null,
    wire: d.wire?.fact ?? null,
  }));
  findings.push(
    ...untoldNames.map((kind) => ({
      message: `complete tells the ${factNouns[kind]}, stream does not`,
      adapterPath: path,
    })),
  );
  if (findings.length === 0 && !jsonEquals(shapes.complete, shapes.stream)) {
    findings.push({
      message: `the wire says the same in both modes, and the contents come in another order: complete returned ${shapes.complete.join(', ')}; stream ${shapes.stream.join(', ')}`,
      adapterPath: path,
    });
  }
  return findings;
}

const tells = ({ adapter }: JudgedAnswer, kind: FactKind): boolean =>
  adapter.facts.some(({ fact }) => fact.kind === kind);

/** Recordings of one conversation may differ in what the provider names; where it names the answer, an adapter can. */
const isNamed = ({ wire }: JudgedAnswer): boolean => wire.facts.some(({ fact }) => fact.kind === 'response-id');

const told = (located: LocatedFact | undefined): string => (located ? describeFact(located.fact) : 'nothing of it');

/** Kinds that both recordings must tell if one does: each response has a reason to end and a price. */
function kindsOf({ adapter, wire }: JudgedAnswer): string[] {
  const onWire = wire.facts.map((f) => f.fact.kind);
  return adapter.facts.map((f) => f.fact.kind).filter((k) => ['finish', 'usage'].includes(k) && onWire.includes(k));
}

/** Where the wire gives a call no id, an adapter makes one up, and another one each time. */
function withIdsOfWire({ adapter, wire }: JudgedAnswer): LocatedFact[] {
  const given = new Set(wire.facts.flatMap(({ fact }) => ('id' in fact ? fact.id : [])));
  return adapter.facts.map((located) => {
    if (!('id' in located.fact) || given.has(located.fact.id) || located.fact.kind === 'file') return located;
    const { id: _, ...fact } = located.fact;
    return { ...located, fact: fact as Fact };
  });
}

const whatWireTells = (answer: JudgedAnswer): LocatedFact[] =>
  withoutNames(withCountsOfWire(withIdsOfWire(answer), answer).map(withoutTimes));

/** When a search began and ended is told with what it found, and is another in each recording. */
function withoutTimes(located: LocatedFact): LocatedFact {
  if (located.fact.kind !== 'hosted-result') return located;
  const payload = JSON.parse(JSON.stringify(located.fact.payload), (name, value: Json) =>
    timeMember.test(name) ? null : value,
  ) as Json;
  return { ...located, fact: { ...located.fact, payload } };
}

const timeMember = /(?:_at|At|_time|Time)$|^(?:created|timestamp)$/;

/** Counts that only one of two recordings has are no difference between the modes. */
function withCountsOfWire(facts: readonly LocatedFact[], { wire }: JudgedAnswer): LocatedFact[] {
  const told = wire.facts.find(({ fact }) => fact.kind === 'usage')?.fact ?? {};
  return facts.map((located) => {
    if (located.fact.kind === 'finish') return wordsForWhy(located, wire);
    if (located.fact.kind === 'citation') return withoutPlace(located);
    if (located.fact.kind !== 'usage') return located;
    const counts = Object.entries(located.fact).filter(([name]) => name in told);
    return { ...located, fact: Object.fromEntries(counts) as unknown as Fact };
  });
}

/** Where cited words stand, and could have been told, is held against the wire: it knows more of it in one mode than in the other. */
function withoutPlace(located: LocatedFact): LocatedFact {
  if (located.fact.kind !== 'citation') return located;
  const { couldBeOf: _, place: __, ...fact } = located.fact;
  return { ...located, fact };
}

/** Words for why are an adapter's own where the wire has none. */
function wordsForWhy(located: LocatedFact, { facts }: Reading): LocatedFact {
  if (located.fact.kind !== 'finish' || facts.some(({ fact }) => fact.kind === 'finish' && fact.why !== undefined)) {
    return located;
  }
  return { ...located, fact: { kind: 'finish', reason: located.fact.reason } };
}

/** The texts as one: where a library cuts messages is its own affair, and another in a stream than in a whole response. */
function asOneText(facts: readonly LocatedFact[]): LocatedFact[] {
  const texts = facts.flatMap(({ fact }) => (fact.kind === 'text' ? fact.text : []));
  const [first] = facts.filter(({ fact }) => fact.kind === 'text');
  const others = facts.filter(({ fact }) => fact.kind !== 'text');
  return first ? [{ ...first, fact: { kind: 'text', text: texts.join('') } }, ...others] : others;
}

/** Roles and types of contents in order; neighbouring texts, and messages of one role, are one. */
function shapeOf(response: ChatResponse | undefined): string[] {
  const types = (response?.messages ?? []).flatMap(({ role, contents }) =>
    contents.filter((c) => c.type !== 'text' || c.text !== '').map((c) => `${role} ${c.type}`),
  );
  return types.filter((type, i) => !type.endsWith(' text') || types[i - 1] !== type);
}
