import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const pages: readonly string[] = globSync(['README.md', 'docs/*.md', 'packages/*/README.md'], {
  cwd: root,
}).sort()

/** Core's catalogues don't have the noun of docs/add-a-noun.md. */
const studioTexts =
  'declare const studioTexts: unknown, useTexts: (texts: unknown) => { text(key: string): string }'

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
     import type { Handlers } from '#server/kernel/handlers.ts'
     import { crud, picked } from '#server/kernel/rows/crud.ts'
     import { tenantHandlers } from '#server/kernel/rows/tenant-handlers.ts'
     import { Studio, StudioDraft } from './docs-add-a-noun-md-1.ts'
     import type { studios } from './docs-add-a-noun-md-2.ts'
     const words = () => text().notNull()
     const columns = { tenantId: words(), name: words(), city: words(), email: words(), isActive: boolean().notNull() }
     const t = pgTable('studios', { studioId: text().primaryKey(), ...columns, ...entity })`,
    `import { resourceVerbs, stateColumn } from '#cli/kernel/resource.ts'
     import { actingTenant } from '#cli/tenants/tenant.ts'
     import { newStudio, type Studio } from './docs-add-a-noun-md-1.ts'
     import { studios } from './docs-add-a-noun-md-2.ts'`,
    `import { type DataTableColumn, type ListPageProps, ofTenant, RowList, searchRules, TitleCell, toSearch, useActiveColumn, useResourceList } from '@kinora/react'
     import { useMemo } from 'react'
     import type { Studio } from './docs-add-a-noun-md-1.ts'
     import { studios } from './docs-add-a-noun-md-2.ts'
     ${studioTexts}
     const rowId = (row: Studio) => row.studioId`,
    `import { limits } from '@kinora/core'
     import { ActiveState, Card, DeleteRow, DraftForm, DraftSwitch, DraftText, type FormPageProps, ofTenant, RowForm } from '@kinora/react'
     import { newStudio, type StudioDraft } from './docs-add-a-noun-md-1.ts'
     import { studios } from './docs-add-a-noun-md-2.ts'
     import { checkStudio as check } from './docs-add-a-noun-md-3.ts'
     ${studioTexts}
     declare const labels: Record<keyof StudioDraft, string>`,
  ],
}

export interface Snippet {
  /** Its page and its number there: `docs-captions-md-1.ts`. */
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

/** Every snippet of code in the documentation, with what its reader has around it. */
export const readSnippets = (): Snippet[] => pages.flatMap(snippetsOf)

/**
 * Snippets as modules of the page that tests run in: `/@snippets/docs-captions-md-1.ts`, and the names of all as `/@snippets/index.ts`.
 * What is declared around one is a global there.
 */
export function snippetModules(): Plugin {
  const address = '/@snippets/'
  return {
    name: 'kinora:snippets',
    resolveId: id => (id.startsWith(address) ? id : undefined),
    load(id) {
      if (!id.startsWith(address)) return undefined
      const [name] = id.slice(address.length).split('?')
      const snippets = readSnippets()
      if (name === 'index.ts') return `export default ${JSON.stringify(snippets.map(({ file }) => file))}`
      return snippets.find(({ file }) => file === name)?.code
    },
  }
}
