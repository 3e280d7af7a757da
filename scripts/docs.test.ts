import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, sections } from '../docs/site/contents.ts'
import { partPages, withExamples } from './examples.mjs'
import { tokensPage, unknownUses } from './tokens.mjs'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'packages/*/README.md'], {
  cwd: root,
}).filter(page => !page.includes('node_modules'))
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
/** Without examples of code, in which brackets mean something else. */
const prose = (page: string): string => read(page).replace(/^```.*?^```/gms, '')

/** As GitHub makes the anchors of headings. */
const anchorsOf = (page: string): Set<string> => {
  const count = new Map<string, number>()
  return new Set(
    [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
      const slug = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-')
      const before = count.get(slug) ?? 0
      count.set(slug, before + 1)
      return before === 0 ? slug : `${slug}-${before}`
    }),
  )
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : relative(root, join(root, dirname(page), path))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
}

const found = (pattern: RegExp, isWrong: (page: string, found: string) => boolean): string[] =>
  pages.flatMap(page =>
    [...prose(page).matchAll(pattern)]
      .map(match => match[1]!)
      .filter(each => isWrong(page, each))
      .map(each => `${page}: ${each}`),
  )

test('PKG-08 every link of the documentation leads somewhere, with its anchor', () => {
  const withoutCode = /`[^`\n]*`|\]\(([^)\s]+)\)/g
  expect(
    found(withoutCode, (page, link) => link !== undefined && !/^[a-z]+:/.test(link) && isBroken(page, link)),
  ).toEqual([])
  expect(pages.length).toBeGreaterThan(80)
})

test('every file that the documentation names is there, but for those of the noun that its page adds', () => {
  const files = globSync(
    '{packages,scripts,bench,faults,examples,docs/site{,/.vitepress}}/**/*.{ts,tsx,mjs,css}',
    {
      cwd: root,
      exclude: path => /node_modules|\/dist/.test(path),
    },
  ).map(path => `/${path}`)
  const isGone = (_: string, name: string) =>
    !/studio|^@/.test(name) && !files.some(file => file.endsWith(`/${name}`))
  expect(found(/`((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|mjs|css))`/g, isGone)).toEqual([])
})

test('every decision that is named is there, but for those that are told to be gone', () => {
  const numbers = new Set(globSync('docs/decisions/*.md', { cwd: root }).map(path => path.slice(15, 19)))
  expect(found(/\bdecisions? (\d{4})(?!, gone)/g, (_, number) => !numbers.has(number))).toEqual([])
})

test('every folder and script that a command of the documentation names is there', () => {
  const commands = pages.flatMap(page =>
    [...read(page).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
      block.split('\n').map(line => ({ page, line })),
    ),
  )
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Media are made by the command above them.
  const missing = commands.flatMap(({ page, line }) => [
    ...[...line.matchAll(/npm run (?:-s )?([\w:]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([all]) => `${page}: ${all}`),
    ...[...line.matchAll(/(?<![\w./])(?:examples|packages|docs|scripts)\/[\w./-]*\w/g)]
      .filter(([path]) => !path.startsWith('examples/catalogue/media/') && !existsSync(join(root, path)))
      .map(([path]) => `${page}: ${path}`),
  ])
  expect(missing).toEqual([])
})

test('EMBED-07 recipes keep the plugin of Vite’s template: a build without it warns of every file with a directive', () => {
  const settings = globSync('docs/recipes/*.md', { cwd: root }).flatMap(page =>
    [...read(page).matchAll(/^```js\n(import [^`]*?defineConfig.*?)^```/gms)].map(([, code]) => code!),
  )
  expect(settings.length).toBe(2)
  for (const code of settings) expect(code).toContain('plugins: [react()]')
})

test('EMBED-07 the pages of parts show their examples as they stand: `npm run examples` writes them', () => {
  expect(partPages().filter(page => withExamples(page) !== read(page))).toEqual([])
})

test('PKG-08 the page of tokens has every one of the stylesheet, as it stands', () => {
  expect(read('docs/tokens.md')).toBe(tokensPage)
  expect(unknownUses).toEqual([])
  const css = read('packages/react/src/styles/tokens.css')
  const names = [...css.matchAll(/^ *(--kn-[\w-]+):/gm)].map(([, name]) => name!)
  expect(names.filter(name => !tokensPage.includes(`\`${name}\``))).toEqual([])
})

test('EMBED-07 every page stands in the menu of the site, and what stands there is a page', () => {
  const inMenu = sections
    .flatMap(({ entries }) => entries.map(({ page }) => `${join('docs', page)}.md`))
    .sort()
  const isMeant = (page: string) => !/^docs\/(decisions|site)\//.test(page)
  const all = globSync('docs/**/*.md', { cwd: root, exclude: path => path.includes('node_modules') })
  expect(inMenu).toEqual([...all.filter(isMeant), 'CHANGELOG.md', 'docs/site/decisions.md'].sort())
  expect(inMenu.filter(page => addressOf(page) === undefined)).toEqual([])
})

test('EMBED-07 each part has a page with its three examples, which the site shows live', () => {
  const depths = ['ready-made', 'compound', 'hook']
  const isPart = (page: string) => !/README|forms/.test(page)
  const parts = globSync('docs/parts/*.md', { cwd: root }).filter(isPart)
  const missing = parts.flatMap(page =>
    depths
      .filter(
        depth =>
          !new RegExp(`^<!-- packages/react/examples/[\\w-]+/${depth}\\.tsx -->$`, 'm').test(read(page)),
      )
      .map(depth => `${page}: ${depth}`),
  )
  expect(missing).toEqual([])
  expect(parts.length).toBe(10)
  const shown = read('docs/site/live/examples.ts')
  const named = parts.map(page => /examples\/([\w-]+)\//.exec(read(page))![1]!)
  expect(named.filter(part => !new RegExp(`^ {2}'?${part}'?: \\{`, 'm').test(shown))).toEqual([])
})

/** Props of parts, and what hooks give, by the files that have them. */
const told: Record<string, readonly string[]> = {
  titles: [
    'titles/list/title-list.tsx TitleListProps',
    'titles/list/use-title-list.ts TitleListModel',
    'titles/list/title-covers.tsx TitleLayoutProps',
    'ui/list/list-cards.tsx ListCardsProps',
  ],
  'title-editor': ['titles/editor/title-editor-root.tsx TitleEditorRootProps'],
  upload: [
    'titles/files/use-upload-drop.ts UploadDropOptions',
    'titles/files/use-upload-drop.ts UploadDropModel',
    'uploads/upload-queue.tsx UploadQueueProps',
    'uploads/upload-row.tsx UploadRowProps',
    'uploads/upload-tray.tsx UploadTrayProps',
  ],
  player: ['titles/files/title-player.tsx TitlePlayerProps'],
  schedule: ['events/schedule.tsx ScheduleProps', 'events/use-schedule.ts ScheduleModel'],
  collections: [
    'collections/use-collection-list.ts CollectionListModel',
    'collections/collection-cards.tsx CollectionCardsProps',
  ],
  categories: [
    'categories/use-category-list.ts CategoryListModel',
    'categories/use-category-list.ts CategoryFilters',
  ],
  captions: ['captions/captions-root.tsx CaptionsRootProps', 'captions/use-captions.ts CaptionsModel'],
  reports: ['reports/reports-root.tsx ReportsRootProps', 'reports/use-report.ts ReportModel'],
  members: ['members/member-list.tsx MemberListProps', 'members/use-member-list.ts MemberListModel'],
}

test('EMBED-07 the page of a part names every prop, event and answer of its hook, as the types have them', () => {
  const missing = Object.entries(told).flatMap(([page, types]) => {
    const text = prose(`docs/parts/${page}.md`)
    return types.flatMap(each => {
      const [file, name] = each.split(' ')
      const source = read(`packages/react/src/${file}`)
      const body = new RegExp(`^export interface ${name}\\b[^{]*\\{(.*?)^\\}`, 'ms').exec(source)![1]!
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)]
        .map(([, member = '']) => member)
        .filter(member => member !== 'children' && !new RegExp(`\\b${member}\\b`).test(text))
        .map(member => `${page}: ${name}.${member}`)
    })
  })
  expect(missing).toEqual([])
  expect(Object.keys(told).length).toBe(10)
})
