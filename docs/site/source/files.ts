import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { toSite } from '../.vitepress/markdown.ts'

const root = join(import.meta.dirname, '../../..')
/** Pictures stay out: a page of a file is words. */
const picture = /!\[[^\]]*\]\([^)]*\)/g
const link = /\]\(([^)\s]+)\)/g

/** Files and folders beside `docs/` that its pages link to, and what those link to in turn. */
function linkedFiles(): string[] {
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: path => path.includes('node_modules') })
  const found = new Set(['CHANGELOG.md'])
  const look = (page: string): void => {
    for (const [, href = ''] of prose(contentOf(page)).matchAll(link)) {
      const [address = ''] = toSite(href, posix.dirname(page)).split('#')
      const file = address.replace(/^\/source\//, '')
      if (file === address || found.has(file) || !existsSync(join(root, file))) continue
      found.add(file)
      if (isFolder(file) || file.endsWith('.md')) look(file)
    }
  }
  for (const page of [...pages, ...found]) look(page)
  return [...found].sort()
}

/** What programs read is handed out as it is. */
const isData = (file: string): boolean => file.endsWith('.json')
export const dataFiles = (): string[] => linkedFiles().filter(isData)
/** What people read is shown: its name without the ending of a page, and its text. */
export const shownFiles = () =>
  linkedFiles()
    .filter(file => !isData(file))
    .map(file => ({ params: { file: file.replace(/\.md$/, '') }, content: contentOf(file) }))

const isFolder = (path: string): boolean => statSync(join(root, path)).isDirectory()
const prose = (text: string): string => text.replace(/^```.*?^```/gms, '')

/** A folder as its list, a page as it stands with its links made whole, any other file as code. */
function contentOf(file: string): string {
  if (isFolder(file)) {
    const names = globSync('**/*', { cwd: join(root, file), exclude: path => /node_modules|dist/.test(path) })
    const texts = names.filter(name => /\.(ts|tsx|mjs|css|ya?ml|md|sh|csv)$/.test(name)).sort()
    return `# ${file}\n\n${texts.map(name => `- [${name}](${toSite(name, file)})`).join('\n')}\n`
  }
  const text = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('.md'))
    return text.replace(picture, '').replace(link, (_, href) => `](${toSite(href, posix.dirname(file))})`)
  return `# ${file}\n\n\`\`\`\`${languages[extname(file)] ?? extname(file).slice(1)}\n${text}\n\`\`\`\`\n`
}

const languages: Record<string, string> = {
  '.mjs': 'js',
  '.service': 'ini',
  '.env': 'ini',
  '.cfg': 'txt',
  '.conf': 'nginx',
}
