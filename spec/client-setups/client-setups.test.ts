import { describe, expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { loadChecks } from '../checks/load.ts';
import { replaySettings } from '../engine/replay-settings.ts';
import {
  environmentSetups,
  invalidSettings,
  kindsTaken,
  mark,
  setupKinds,
  supportedCredentials,
} from './client-setups.ts';

const { providers } = await loadMatrix();
const checks = (await loadChecks()).map(({ id }) => id);

test('families have ids of their own, and are judged by checks that there are', () => {
  const ids = setupKinds.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(setupKinds.flatMap((family) => family.checks).filter((id) => !checks.includes(id))).toEqual([]);
});

describe.for(providers)('$id', (column) => {
  const usual = replaySettings(column);

  test('takes what recordings are made with first, and each kind once', () => {
    const kinds = kindsTaken(column, usual);
    expect(kinds[0]).toBe(usual.credentials.type);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(supportedCredentials(usual, column).map(({ settings }) => settings.credentials.type)).toEqual(kinds);
  });

  test('refuses what it does not take, and every secret that could be repeated is marked', () => {
    const kinds = kindsTaken(column, usual);
    const refused = invalidSettings(usual, column);
    const foreign = refused.filter(({ settings }) => !kinds.includes(settings.credentials.type));
    expect(new Set(foreign.map(({ settings }) => settings.credentials.type)).size).toBe(4 - kinds.length);
    expect(refused.filter(({ settings }) => JSON.stringify(settings.credentials).includes(mark))).not.toEqual([]);
    expect(new Set(refused.map(({ what }) => what)).size).toBe(refused.length);
  });

  test('is surrounded by nothing but what is not the caller’s', () => {
    for (const { settings, environment = {} } of environmentSetups(usual, column)) {
      expect(settings).toBe(usual);
      expect(Object.values(environment).filter((value) => JSON.stringify(usual).includes(value))).toEqual([]);
      expect(Object.keys(environment).length).toBeGreaterThan(20);
    }
  });
});
