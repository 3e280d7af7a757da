import { isBlank, isRichTextLink, richTextRules } from '@kinora/core'
import DOMPurify from 'dompurify'
import { sanitizeRichText } from './lazy-rich-text.tsx'

/** Whether a style says so; undefined where it says nothing. Read as text: under a content security policy an element has no style. */
const says: Readonly<Record<'strong' | 'em' | 'u', (style: string) => boolean | undefined>> = {
  strong: style =>
    declared(/(?:^|;)\s*font-weight:\s*([\w-]+)/i.exec(style), value => /^bold|^[6-9]00$/i.test(value)),
  em: style =>
    declared(/(?:^|;)\s*font-style:\s*(\w+)/i.exec(style), value => /^(?:italic|oblique)$/i.test(value)),
  u: style =>
    declared(/(?:^|;)\s*text-decoration(?:-line)?:\s*([^;]+)/i.exec(style), value =>
      /underline/i.test(value),
    ),
}
const declared = (found: RegExpExecArray | null, test: (value: string) => boolean) =>
  found === null ? undefined : test(found[1]!)
const own = { strong: 'b, strong', em: 'i, em', u: 'u, ins' } as const

const blocks = 'h1, h2, h3, h4, h5, h6, pre, blockquote, address, dt, dd, figcaption, div, section, article'
const config = {
  RETURN_DOM: true as const,
  ALLOWED_TAGS: [
    ...Object.keys(richTextRules.elements),
    ...blocks.split(', '),
    'b',
    'i',
    'ins',
    'span',
    'font',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'style'],
}

/**
 * What Docs, Word, Sheets and web pages put on the clipboard, as `richTextRules` has it: bold and italics that stand in styles, headings
 * as bold lines, lists that Word writes as paragraphs and Docs beside their items, links without the detour over Google, cells of a
 * table apart. What the editor itself copied stays.
 */
export function cleanPasted(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const body = DOMPurify.sanitize(html, config) as HTMLElement
  for (const link of body.querySelectorAll('a')) toPlainLink(link)
  toLists(body)
  nestLists(body)
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) toBoldLine(heading)
  for (const name of ['strong', 'em', 'u'] as const) toElements(body, name)
  for (const row of body.querySelectorAll('tr')) splitRow(row)
  for (const block of body.querySelectorAll(blocks))
    if (block.querySelector(`p, ul, ol, ${blocks}`) === null) replaceBy(block, 'p', [...block.childNodes])
  // Word writes the blank lines between its paragraphs as such.
  for (const line of body.querySelectorAll('p')) if (isBlank(line.textContent ?? '')) line.remove()
  return sanitizeRichText(body.innerHTML)
}

/** Docs leads links over Google; a link to a place of the document leads nowhere here. */
function toPlainLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  const real = /^https:\/\/www\.google\.com\/url\?(.*)$/i.exec(href)?.[1]
  const address = (real === undefined ? undefined : new URLSearchParams(real).get('q')) ?? href
  if (isRichTextLink(address)) link.setAttribute('href', address)
  else link.replaceWith(...link.childNodes)
}

/** Docs writes a list within a list beside the item that it belongs to. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    if (list.previousElementSibling?.localName === 'li') list.previousElementSibling.append(list)
}

/** A heading is the one bold line of its own; what is bold within it is so already. */
function toBoldLine(heading: Element): void {
  for (const bold of heading.querySelectorAll(own.strong)) bold.replaceWith(...bold.childNodes)
  const line = heading.ownerDocument.createElement('strong')
  line.append(...heading.childNodes)
  replaceBy(heading, 'p', [line])
}

/** Formatting that a style says becomes an element; one that a style takes back is none: Docs wraps all in `<b style="font-weight:normal">`. */
function toElements(body: HTMLElement, name: keyof typeof says): void {
  for (const element of body.querySelectorAll(own[name]))
    if (says[name](styleOf(element)) === false) element.replaceWith(...element.childNodes)
    else if (element.localName !== name) replaceBy(element, name, [...element.childNodes])
  for (const element of body.querySelectorAll('[style]')) {
    const isBlock = element.matches(`p, li, td, th, tr, table, ${blocks}`)
    if (isBlock || element.closest(own[name]) !== null || says[name](styleOf(element)) !== true) continue
    const inner = element.ownerDocument.createElement(name)
    inner.append(...element.childNodes)
    element.append(inner)
  }
}

/** A row’s cells on one line, a comma between, blanks of any kind as one; where a cell has lines or links of its own, one below the other. */
function splitRow(row: Element): void {
  const cells = [...row.children]
    .map(cell => ({ cell, words: (cell.textContent ?? '').replace(/\s+/g, ' ').trim() }))
    .filter(({ words }) => words !== '')
  if (row.querySelector('table, ul, ol, a, p ~ p') === null) {
    replaceBy(row, 'p', [cells.map(({ words }) => words).join(', ')])
  } else {
    for (const { cell } of cells) replaceBy(cell, 'div', [...cell.childNodes])
    row.replaceWith(...row.childNodes)
  }
}

/** Paragraphs of Word that are items of a list: their sign goes, their level makes lists inside lists. */
function toLists(body: HTMLElement): void {
  let open: { level: number; list: Element }[] = []
  let before: Element | null = null
  for (const item of [...body.querySelectorAll('p')].filter(isItem)) {
    const level = Number(/\blevel(\d)/.exec(styleOf(item))?.[1] ?? 1)
    const sign = takeSign(item)
    const isNext = before !== null && item.previousElementSibling === before
    open = isNext ? open.filter(each => each.level <= level) : []
    if (open.at(-1)?.level !== level) {
      const list = item.ownerDocument.createElement(/^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign) ? 'ol' : 'ul')
      const outer = open.at(-1)?.list.lastElementChild
      if (outer) outer.append(list)
      else item.before(list)
      open.push({ level, list })
    }
    const { list } = open.at(-1)!
    before = open[0]!.list
    const entry = item.ownerDocument.createElement('li')
    entry.append(item)
    list.append(entry)
  }
}

const isItem = (paragraph: Element): boolean => /mso-list:\s*l\d/i.test(styleOf(paragraph))

/** The bullet or number that Word writes before an item. */
function takeSign(item: Element): string {
  const found = [...item.querySelectorAll('span')].find(span => /mso-list:\s*ignore/i.test(styleOf(span)))
  const sign = found?.textContent?.trim() ?? ''
  found?.remove()
  return sign
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

function replaceBy(element: Element, name: string, content: (Node | string)[]): void {
  const made = element.ownerDocument.createElement(name)
  made.append(...content)
  element.replaceWith(made)
}
