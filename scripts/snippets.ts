import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
/** Those of docs/add-a-noun.md are files of the packages (`noun.ts`); docs/testing-your-page.md shows an example that is run (`examples.mjs`). */
const pages: readonly string[] = globSync(
  ['README.md', 'docs/*.md', 'docs/recipes/*.md', 'packages/*/README.md'],
  {
    cwd: root,
  },
)
  .filter(page => !['docs/add-a-noun.md', 'docs/testing-your-page.md'].includes(page))
  .sort()

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
}

export interface Snippet {
  /** Its page and its number there: `docs-captions-md-1.ts`. */
  file: string
  code: string
}

function snippetsOf(page: string): Snippet[] {
  // What stands below the name of a file is that file, which has tests of its own (`examples.mjs`).
  const own = readFileSync(join(root, page), 'utf8').replace(/^<!-- \S+ -->\n```.*?^```\n/gms, '')
  const found = own.matchAll(/^```(tsx?|jsx?)\n(.*?)^```/gms)
  return [...found].map(([, kind = '', code = ''], index) => {
    const given = around[page] ?? ''
    const before = typeof given === 'string' ? given : given[index]!
    return {
      file: `${page.replaceAll(/\W+/g, '-')}-${index + 1}.${kind.replace('js', 'ts')}`,
      code: `${before}\n${code}\nexport {}\n`,
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
