import { Listr, type ListrTask } from 'listr2';
import type { ConversationDone } from './request.ts';

/** Shows how conversations get on: one line per provider API that changes at a terminal, plain lines elsewhere. */
export interface Progress {
  done(conversation: ConversationDone): void;
  waiting(line: string): void;
  /** All is over. */
  end(): Promise<void>;
}

/** Lines that stay, for logs. */
export function plainProgress(print: (line: string) => void): Progress {
  return {
    done: (conversation) => print(lineOf(conversation)),
    waiting: print,
    end: async () => {},
  };
}

/** @param totals how many conversations there are, by provider API */
export function terminalProgress(totals: ReadonlyMap<string, number>): Progress {
  const rows = new Map([...totals].map(([id, total]) => [id, new Row(id, total)]));
  const list = new Listr(
    [...rows.values()].map((row) => row.task()),
    { concurrent: true, exitOnError: false, registerSignalListeners: false },
  );
  const running = list.run();
  return {
    done: (conversation) => rows.get(conversation.providerApi)?.done(conversation),
    waiting(line) {
      for (const row of rows.values()) row.say(line);
    },
    async end() {
      for (const row of rows.values()) row.end();
      await running;
    },
  };
}

type Task = Parameters<ListrTask['task']>[1];

/** One provider API at the terminal. */
class Row {
  readonly #id: string;
  readonly #total: number;
  readonly #over = Promise.withResolvers<void>();
  #count = 0;
  #shown: Task | undefined;

  constructor(id: string, total: number) {
    this.#id = id;
    this.#total = total;
  }

  task(): ListrTask {
    return {
      title: this.#title(),
      task: (_, shown) => {
        this.#shown = shown;
        return this.#over.promise;
      },
      rendererOptions: { bottomBar: Number.POSITIVE_INFINITY, persistentOutput: true },
    };
  }

  done(conversation: ConversationDone): void {
    this.#count += 1;
    if (this.#shown) this.#shown.title = this.#title();
    if (!isWell(conversation)) this.say(lineOf(conversation));
  }

  say(line: string): void {
    if (this.#shown) this.#shown.output = line;
  }

  end(): void {
    this.#over.resolve();
  }

  #title(): string {
    return `${this.#id}: ${this.#count} of ${this.#total} conversations`;
  }
}

/** True where the recording is what it should be. */
export const isWell = ({ outcome }: ConversationDone): boolean => outcome === 'written' || outcome === 'unchanged';

/** One line of what came of a conversation, and why. */
function lineOf({ outcome, cassette, evidence, reason }: ConversationDone): string {
  const why = reason === undefined ? '' : `\n  ${reason}`;
  return `${outcome}: ${cassette}${isWell({ outcome } as ConversationDone) ? ` (${evidence})` : ''}${why}`;
}
