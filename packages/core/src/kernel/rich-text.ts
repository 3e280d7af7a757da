import type { Issue } from './errors.ts'
import { isBlank } from './field-rules.ts'

/**
 * ROLE-15: all that formatted text may consist of. The one list: editors make nothing else, form, terminal and server refuse
 * anything else, and the sanitisers of both sides are set by it.
 */
export const richTextRules = {
  /** Elements with their attributes. */
  elements: { p: [], br: [], strong: [], em: [], u: [], ul: [], ol: [], li: [], a: ['href'] },
  /** Of the addresses of links. */
  schemes: ['https', 'http', 'mailto'],
} as const satisfies { elements: Record<string, readonly string[]>; schemes: readonly string[] }

/** A `<` that a browser may take for the beginning of a tag; `< 5` and `<3` are none. */
const startOfTag = /<(?![^a-z/!?])/i
const tokens = /<(?![^a-z/!?])[^<>]*>?/gi

/** The tags of `elements`, whatever they hold. */
const ownTags = new RegExp(`</?(?:${Object.keys(richTextRules.elements).join('|')})(?=[\\s/>])[^<>]*>`, 'gi')

/** Whether the text is HTML; any other is plain text, shown as it is. */
export const isRichText = (text: string): boolean => startOfTag.test(text)

/** What formatted text holds beyond `richTextRules`, in the first place of it. No tag at all is right for any text. */
export function checkRichText(text: string, path: string): Issue[] {
  if (!isRichText(text)) return []
  const allowed = toPattern()
  for (const [token] of text.matchAll(tokens)) {
    const [isAllowed, link] = allowed.exec(token) ?? []
    if (isAllowed === undefined) {
      const found = /^<\W?[\w-]*/.exec(token)?.[0] ?? token
      const tags = Object.keys(richTextRules.elements).join(', ')
      return [{ path, code: 'validation.markup', params: { found, tags } }]
    }
    if (link !== undefined && !isRichTextLink(link)) return [{ path, code: 'validation.url' }]
  }
  return []
}

/** A tag as `richTextRules` allows it. */
function toPattern(): RegExp {
  const names = Object.keys(richTextRules.elements).join('|')
  return new RegExp(`^<(?:/?(?:${names})|br ?/|a href="([^"]*)")>$`)
}

/** An absolute web or e-mail address. */
export const isRichTextLink = (href: string): boolean => {
  const [scheme, rest = ''] = href.split(/:(.*)/s)
  const { schemes } = richTextRules
  return (
    schemes.some(known => known === scheme?.toLowerCase()) &&
    (/^mailto$/i.test(scheme!) || rest.startsWith('//')) &&
    !/[\s\p{Cc}]/u.test(href)
  )
}

/** The words of formatted text, a line a paragraph or item; plain text stays as it is. */
export function toPlainText(text: string): string {
  if (!isRichText(text)) return text
  const lines = text
    .replace(/\s+/g, blanks => (blanks.includes('\n') ? ' ' : blanks))
    .replace(/<li>(?:\s*<p>)?/g, '\n• ')
    .replace(/<br ?\/?>|<\/p>|<\/[uo]l>/g, '\n')
    .replace(tokens, '')
    .replace(/\n+• /g, '\n• ')
    .replace(/\n{3,}/g, '\n\n')
  return decode(lines).trim()
}

/** VAL-08: nothing, or nothing that can be seen; formatted text may hold nothing but its own tags and blanks. Other markup is something. */
export const hasNoWords = (text = ''): boolean =>
  isBlank(isRichText(text) ? decode(text.replace(ownTags, '')) : text)

/** The same for those who may not format: no word of it counts as a tag. */
export const withoutFormatting = (text: string): string => toPlainText(text).replace(/<(?![^a-z/!?])/gi, '< ')

/** Plain text as paragraphs, a line each; formatted text stays as it is. */
export function toRichText(text: string): string {
  if (text === '' || isRichText(text)) return text
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split('\n')
    .map(line => `<p>${line}</p>`)
    .join('')
}

/** What an editor holds, as it is stored: paragraphs without any formatting are plain text again. */
export function fromRichText(html: string): string {
  const tidy = html.replaceAll('&nbsp;', '\u00a0')
  if (/<(?!\/?p>|br>)/.test(tidy)) return tidy
  const plain = decode(
    tidy
      .replaceAll('</p><p>', '\n')
      .replaceAll('<br>', '\n')
      .replace(/<\/?p>/g, ''),
  )
  return isRichText(plain) ? tidy : plain
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0', amp: '&' }
const decode = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name]!)
