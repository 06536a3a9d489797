import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';
import { escapeControl } from '../../lib/escape-control-characters.ts';

/** A piece of the page. Components are plain functions that return one, called by name, so that their arguments are checked. */
export type Markup = VNode | string | number | null | undefined | false | readonly Markup[];

type Attribute = string | number | boolean | undefined;

/**
 * A piece of the page, written as HTML. What stands in `${…}` is text or an attribute's value, never markup; the characters
 * that would act on the reader (control, bidirectional) are shown as escapes, here, so that no component can forget it.
 *
 * @throws {Error} a template of ours has what the page's policy forbids: an event handler, a style attribute, a link to
 *   anywhere but this report or an `https:` address, a picture that does not lie beside the page.
 */
export function html(template: TemplateStringsArray, ...values: readonly (Markup | Attribute)[]): Markup {
  return build(template, ...values) as Markup;
}

// The package's types are read as CommonJS, where the function would be a member `default`; at run time it is the default.
const { bind } = htm as unknown as typeof htm.default;

const build = bind.call(
  htm,
  (type: string, attributes: Record<string, Attribute> | null, ...children: Markup[]): VNode =>
    h(type, shownAttributes(type, attributes), ...(children.map(shown) as ComponentChildren[])),
);

function shown(child: Markup): Markup {
  if (typeof child === 'string') return escapeControl(child);
  return Array.isArray(child) ? child.map(shown) : child;
}

function shownAttributes(type: string, attributes: Record<string, Attribute> | null): Record<string, Attribute> {
  const entries = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (name === 'href' && isLinkable(String(value))) continue;
    if (name === 'src' && type === 'img' && beside.test(String(value))) continue;
    if (/^(on|style$|src|href|action|formaction|dangerously|ref$)/i.test(name)) {
      throw new Error(`the page may not have ${name}="${value}"`);
    }
  }
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? escapeControl(value) : value]),
  );
}

/** A place on this page, or one of the pages and files beside it. */
const beside =
  /^(#[a-z0-9-]+|(\.\.\/)*([a-z0-9-]+\/)*[a-z0-9-]+\.(html|json|svg|css|js|atom)(\?[a-z0-9=&-]+)?(#[a-z0-9-]+)?)$/;

/** True for what a link of the page may lead to: a place of this report, or an address that is served encrypted. */
export function isLinkable(address: string): boolean {
  if (beside.test(address)) return true;
  if (!address.startsWith('https://') || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  // A name before the host makes a link look as if it led elsewhere.
  return username === '' && password === '';
}
