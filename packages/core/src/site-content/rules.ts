import type * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'

/** One entry of a list as it must be, or what is wrong with it; the path of an issue names the list and the place in it. */
export type Checked<T> = { id: string } & ({ entry: T } | { issues: Issue[] })

/** C-120, C-132: judges the entries of a list one by one. `idKey` is the field that names an entry. */
export function checkEach<S extends z.ZodType>(
  schema: S,
  given: readonly unknown[],
  { list, idKey }: { list: string; idKey: string },
): Checked<z.output<S>>[] {
  return given.map((value, index) => {
    const named = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[idKey] : ''
    const id = typeof named === 'string' ? named : ''
    const issues = checkWith(schema, value)
    if (issues.length > 0) return { id, issues: issues.map(issue => inList(issue, list, index)) }
    return { id, entry: schema.parse(value) as z.output<S> }
  })
}

/** An issue of an entry, named as one of the list: `reviews.3.rating`. */
export const inList = (issue: Issue, list: string, index: number): Issue => ({
  ...issue,
  path: [list, index, issue.path].filter(part => part !== '').join('.'),
})
