/** True for a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const millisecondsPerDay = 86_400_000;

/** The day that lies so many days after another. */
export const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * millisecondsPerDay).toISOString().slice(0, 10);
