import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { memberRowStates } from '../member-imports/schema.ts'

/** What became of one: 201 it is new, 200 it was here already, 400 something is wrong with it, 409 its id belongs to another. */
export const IngestResult = z.object({
  id: z.string(),
  status: z.literal([200, 201, 400, 409]),
  issues: z.array(z.object({ path: z.string(), code: z.string(), text: z.string() })),
})
export type IngestResult = z.infer<typeof IngestResult>

/** The same of a row of members, by the site's id of the member, as an import says it. */
export const MemberRowResult = IngestResult.extend({ state: z.enum(memberRowStates) })
export type MemberRowResult = z.infer<typeof MemberRowResult>

/** A list whose entries are judged one by one (`checkEach`), so that a bad one doesn’t stop the others. */
export const LenientList = <S extends z.ZodType>(entry: S, max: number) =>
  z
    .array(z.union([entry, z.custom<never>(() => true)]).transform(shallow))
    .min(1)
    .max(max, 'validation.maxOptions')

/** No entry has anything below its fields: what is there would only be refused, however deep it is. */
function shallow(value: unknown): unknown {
  const empty = (inner: unknown) =>
    Array.isArray(inner) ? [] : typeof inner === 'object' && inner !== null ? {} : inner
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return empty(value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, empty(inner)]))
}

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
