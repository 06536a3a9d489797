/** How a provider's own goes back to it. */
import type { AssistantContent, TextPart, ToolContent } from 'ai';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, Content } from '../../../spec/contract/index.ts';

export type AssistantPart = Exclude<AssistantContent, string>[number];
export type ProviderOptions = NonNullable<TextPart['providerOptions']>;
/** The library's metadata of a part, as it goes back. */
export type PartOptions = { readonly providerOptions?: ProviderOptions };

export interface Writing {
  /** What the provider is called in messages. */
  readonly title: string;
  /** Under which name the library keeps what is the provider's own. */
  readonly key: string;
  /** The option that carries a contract's opaque state of reasoning, where the library's own part is gone. */
  readonly signature?: string;
  /** What the library has a part of that it refuses for this provider. */
  readonly lacks?: readonly Content['type'][];
  /** The media type of what is at an address, where nobody says; absent: what its path ends with. */
  typeOfAddress?(uri: string): string;
  /**
   * Parts of the assistant that this column writes otherwise than all; `undefined`: as all do.
   *
   * @param raw the library's own part, where it is still there
   */
  assistantParts?(content: Content, raw: JsonObject, options: PartOptions): AssistantPart[] | undefined;
  /** The name under which the tool is declared that acts. */
  actionName?(content: ActionCallContent): string;
  /**
   * What answers a call, beside results of functions.
   *
   * @param names of the tools, by the ids of their calls
   */
  resultPart?(content: Content, names: ReadonlyMap<string, string>): ToolContent[number] | undefined;
}
