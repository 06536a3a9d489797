import { pause } from '../../files/real-time.ts';

/** Keeps all conversations with a provider from beginning while it wants to be left alone. */
export class Gate {
  #until = 0;
  readonly #signal: AbortSignal;
  readonly #tell: (line: string) => void;

  constructor(signal: AbortSignal, tell: (line: string) => void) {
    this.#signal = signal;
    this.#tell = tell;
  }

  get isEnded(): boolean {
    return this.#signal.aborted;
  }

  close(milliseconds: number): void {
    this.#until = Math.max(this.#until, Date.now() + milliseconds);
    this.#tell(`busy; asked again in ${Math.ceil(milliseconds / 1000)} s`);
  }

  async open(): Promise<void> {
    for (let left = this.#until - Date.now(); left > 0 && !this.isEnded; left = this.#until - Date.now()) {
      await pause(left, this.#signal);
    }
  }
}
