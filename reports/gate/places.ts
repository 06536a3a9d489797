/** A place as file and line, where it has one; the first line of a file otherwise. */
export function placeOf(place: string | undefined): { readonly file?: string; readonly line: number } {
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? '') ?? [];
  return file ? { file, line: Math.max(1, Number(line)) } : { ...(place ? { file: place } : {}), line: 1 };
}
