import type { Title, TitleDraft } from '../../titles/index.ts'

/** The fields of a draft in which it says something else than the title does. */
export function differences(draft: Partial<TitleDraft>, title: Title): Partial<TitleDraft> {
  const fields = Object.keys(draft) as (keyof TitleDraft)[]
  const differing = fields.filter(field => plain(draft[field]) !== plain(title[field]))
  return Object.fromEntries(differing.map(field => [field, draft[field]]))
}

/** What the platform makes no difference of: the space around a text, its line ends, nothing and null. */
function plain(value: TitleDraft[keyof TitleDraft] | undefined): string {
  if (value === null || value === undefined) return '""'
  if (typeof value === 'string') return JSON.stringify(value.replace(/\r\n?/g, '\n').trim())
  return JSON.stringify(value)
}
