import { existsSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { addressOf, sourceAddress } from '../contents.ts'

const root = join(import.meta.dirname, '../../..')
const example = /^<!-- packages\/react\/examples\/([\w-]+)\/(ready-made|compound|hook)\.tsx -->\s*$/

/** The comment over an example in a page of `docs/parts` becomes the example itself, above its code. */
export function withExamples(md: MarkdownRenderer): void {
  const original = md.renderer.rules.html_block!
  md.renderer.rules.html_block = (tokens, index, options, env, self) => {
    const [, part, depth] = example.exec(tokens[index]!.content) ?? []
    const isPart = env.relativePath?.startsWith('parts/')
    return isPart && part !== undefined
      ? `<LiveExample part="${part}" depth="${depth}" />\n`
      : original(tokens, index, options, env, self)
  }
}

/** Pages are words: braces in them are code of React, and nothing for Vue to fill in. */
export function withPlainBraces(md: MarkdownRenderer): void {
  const { code_inline: code, text } = md.renderer.rules
  md.renderer.rules.code_inline = (...rendered) => code!(...rendered).replace('<code', '<code v-pre')
  md.renderer.rules.text = (...rendered) => text!(...rendered).replaceAll('{{', '&#123;&#123;')
}

/** Links as they work in the repository lead to pages of the site, or to the file as it stands. */
export function withLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository_links', state => {
    const { path, realPath } = state.env as { path: string; realPath?: string }
    const from = posix.dirname(relative(root, realPath ?? path))
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href !== null) token.attrSet('href', toSite(href, from))
    }
  })
}

/** The address on the site of what a page in the folder `from`, named from the root of the repository, links to. */
export function toSite(href: string, from: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = asFile(posix.join(from, decodeURI(path)))
  const address = addressOf(file) ?? sourceAddress(file)
  return anchor === undefined ? address : `${address}#${anchor}`
}

/** A folder is shown by what it says of itself, or by the list of its files. */
function asFile(path: string): string {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return path
  const readme = `${path.replace(/\/$/, '')}/README.md`
  return existsSync(join(root, readme)) ? readme : path
}
