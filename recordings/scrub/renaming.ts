/** Finds out, text by text, what stands for what; and then says it of any text. */
export interface Renaming {
  /** Takes note of a text that the caller sent: what is in it is the caller's own, and stays. */
  sent(text: string): void;
  /** Takes note of a text that the provider answered. */
  answered(text: string): void;
  /** A text with everything renamed that was noted. */
  renamed(text: string): string;
}
