import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HelpNode, HelpPage, HelpSection } from '@kinora/react'
import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, 'help')
const name = 'virtual:kinora-help'

/** The help centre as data: its Markdown is read while the portal is built, so that no page brings a parser along. */
export function helpPages(): Plugin {
  return {
    name: 'kinora:help-pages',
    resolveId: id => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file))
      return `export default ${JSON.stringify(readHelp())}`
    },
  }
}

/** Every page of the help centre, by title. */
export const readHelp = (): HelpPage[] =>
  readdirSync(folder)
    .map(file => toHelpPage(file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')))
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))

/** Front matter says the title and the routes; a heading names the codes of the refusals that it is about in braces. */
export function toHelpPage(slug: string, markdown: string): HelpPage {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? []
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1] ?? ''
  const sections: HelpSection[] = [{ id: '', title: '', codes: [], content: [] }]
  for (const token of marked.lexer(body)) {
    if (token.type === 'heading') sections.push(toSection((token as Tokens.Heading).text))
    else sections.at(-1)!.content.push(...toNodes([token]))
  }
  const [intro, ...rest] = sections
  return {
    slug,
    title: field('title'),
    routes: field('routes').split(', ').filter(Boolean),
    intro: intro!.content,
    sections: rest,
  }
}

function toSection(heading: string): HelpSection {
  const [, title = heading, codes = ''] = /^(.*?)(?:\s*\{(.+)\})?$/.exec(heading) ?? []
  return {
    id: title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    title,
    codes: codes.split(', ').filter(Boolean),
    content: [],
  }
}

const tags: Readonly<Record<string, Exclude<Exclude<HelpNode, string>['tag'], 'a'>>> = {
  ...{ paragraph: 'p', list_item: 'li', strong: 'strong', em: 'em' },
}

function toNodes(tokens: readonly Token[]): HelpNode[] {
  return tokens.flatMap((token): HelpNode[] => {
    const content = () => toNodes(('tokens' in token && token.tokens) || [])
    if (token.type === 'space') return []
    if (token.type === 'list') {
      const { ordered, items } = token as Tokens.List
      return [{ tag: ordered ? 'ol' : 'ul', content: toNodes(items) }]
    }
    if (token.type === 'text') return 'tokens' in token ? content() : [(token as Tokens.Text).text]
    if (token.type === 'codespan') return [{ tag: 'code', content: [(token as Tokens.Codespan).text] }]
    if (token.type === 'link') return [{ tag: 'a', href: (token as Tokens.Link).href, content: content() }]
    const tag = tags[token.type]
    if (tag === undefined) throw new Error(`The help centre has no ${token.type}: ${token.raw}`)
    return [{ tag, content: content() }]
  })
}
