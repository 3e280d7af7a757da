import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.cache/kinora/snippets')
const pages = globSync(['README.md', 'docs/*.md', 'packages/*/README.md'], { cwd: root }).sort()

/** What a page leaves to its reader: a line for all of its snippets, or one for each. */
const around: Record<string, string | readonly string[]> = {
  'README.md': 'declare const auth: { token: string }',
  'docs/captions.md': 'declare const text: string',
  'docs/components.md': [
    `import { type Label, labels } from '@kinora/core'
     import { type BulkResult, Button, type DataTableColumn, EmptyState, type ListPageProps, type ListRules, pagesOnly, ResourceList, useListSelection, useResourceList } from '@kinora/react'
     type LabelListProps = ListPageProps & { tenantId: string }
     declare const add: React.ReactNode, result: BulkResult | null, rowLabel: (label: Label) => string
     declare const remove: () => void, setResult: (result: null) => void`,
    '',
  ],
  'docs/add-a-noun.md': [
    '',
    `import * as z from 'zod'
     import { Role } from '#core/access.ts'
     import { noun, post } from '#core/kernel/endpoint.ts'
     import { Id, KnownVersion } from '#core/kernel/fields.ts'
     import { Paged, SearchInput } from '#core/kernel/pages.ts'
     import { Studio, StudioDraft } from './docs-add-a-noun-md-1.ts'`,
    `import { isBlank } from '#core/kernel/fields.ts'
     import type { Issue } from '#core/kernel/errors.ts'
     import { checkWith } from '#core/kernel/issues.ts'
     import { StudioDraft } from './docs-add-a-noun-md-1.ts'`,
    `import type { SearchInput } from '@kinora/core'
     import { and, asc } from 'drizzle-orm'
     import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
     import { entity } from '#server/kernel/db/columns.ts'
     import { alphabetical, contains, isActiveAs, owned } from '#server/kernel/db/queries.ts'
     import { crud, picked } from '#server/kernel/rows/crud.ts'
     import { Studio, StudioDraft } from './docs-add-a-noun-md-1.ts'
     const words = () => text().notNull()
     const columns = { tenantId: words(), name: words(), city: words(), email: words(), isActive: boolean().notNull() }
     const t = pgTable('studios', { studioId: text().primaryKey(), ...columns, ...entity })`,
    `import type { Handlers } from '#server/kernel/handlers.ts'
     import { tenantHandlers } from '#server/kernel/rows/tenant-handlers.ts'
     import type { studios } from './docs-add-a-noun-md-2.ts'
     import { isLike, studioRows } from './docs-add-a-noun-md-4.ts'`,
    `import { resourceVerbs, stateColumn } from '#cli/kernel/resource.ts'
     import { actingTenant } from '#cli/tenants/tenant.ts'
     import { newStudio, type Studio } from './docs-add-a-noun-md-1.ts'
     import { studios } from './docs-add-a-noun-md-2.ts'`,
    `import { limits } from '@kinora/core'
     import { ActiveState, Card, DeleteRow, DraftActive, DraftForm, DraftText, type FormPageProps, RowForm } from '@kinora/react'
     import { newStudio, type StudioDraft } from './docs-add-a-noun-md-1.ts'
     import { studios } from './docs-add-a-noun-md-2.ts'
     import { checkStudio as check } from './docs-add-a-noun-md-3.ts'
     declare const props: FormPageProps, labels: Record<keyof StudioDraft, string>, text: (key: string) => string
     export const form =`,
  ],
}

interface Snippet {
  file: string
  code: string
}

function snippetsOf(page: string): Snippet[] {
  const found = readFileSync(join(root, page), 'utf8').matchAll(/^```(tsx?|jsx?)\n(.*?)^```/gms)
  return [...found].map(([, kind = '', code = ''], index) => {
    const given = around[page] ?? ''
    const before = typeof given === 'string' ? given : given[index]!
    return {
      file: `${page.replaceAll(/\W+/g, '-')}-${index + 1}.${kind.replace('js', 'ts')}`,
      code: `${before}\n${code.replaceAll("'../kernel/", "'#core/kernel/")}\nexport {}\n`,
    }
  })
}

test('PKG-08 every snippet of the documentation compiles against what the packages are', () => {
  const snippets = pages.flatMap(snippetsOf)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of snippets) writeFileSync(join(folder, file), code)
  const sources = ['core', 'server', 'cli', 'react'].map(name => [
    `#${name}/*`,
    [join(root, 'packages', name, 'src/*')],
  ])
  const options = {
    incremental: false,
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['vite/client', 'node'],
    jsx: 'react-jsx',
    paths: Object.fromEntries(sources),
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: options,
      files: snippets.map(({ file }) => file),
    }),
  )
  expect(snippets.length).toBeGreaterThan(12)
  expect(mistakes(['-p', folder])).toEqual([])
})

test('every project compiles, tests, benchmarks and faults among them', () => {
  expect(mistakes(['-b', '--builders', '1'])).toEqual([])
})

/** What the compiler says, line by line. */
function mistakes(args: string[]): string[] {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: root,
    encoding: 'utf8',
  })
  return (stdout + stderr).split('\n').filter(line => line !== '')
}
