import { auditTexts } from '../messages/audit.ts'
import type { MessageParams } from '../messages/catalogue.ts'
import { verbTexts } from '../messages/verbs.ts'
import type { wordTexts } from '../messages/words.ts'
import type { AuditChange, AuditEntry } from './schema.ts'

const texts = { ...auditTexts, ...verbTexts }

export type AuditKey = keyof typeof texts | keyof typeof wordTexts
type TextOf = (key: AuditKey, params?: MessageParams) => string

/** `updateThumbnailType` -> `Update thumbnail type` */
export function humanised(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
  return (words[0] ?? '').toUpperCase() + words.slice(1)
}

const known = (key: string): key is keyof typeof texts => key in texts

/** What was done: `Published`. */
export function actionWords({ verb }: Pick<AuditEntry, 'verb'>, text: TextOf): string {
  const key = `ui.verb.${verb}`
  return known(key) ? text(key) : humanised(verb)
}

type DescribedEntry = Pick<AuditEntry, 'kind' | 'noun' | 'row' | 'name' | 'verb'> & {
  sites: readonly string[]
}

/** What happened: `Channel Lumen Flow published to Oasis Wellness`. */
export function entryWords({ kind, noun, row, name, verb, sites }: DescribedEntry, text: TextOf): string {
  const action = actionWords({ verb }, text)
  if (kind === 'refusal') return text('ui.audit.did', { what: action, action: row })
  if (kind !== 'change') return action
  const what = [nounWords(noun, text), name].filter(Boolean).join(' ')
  const key = `ui.audit.did.${verb}${sites.length > 0 ? 'Sites' : ''}`
  return known(key) ? text(key, { what, sites: sites.join(', ') }) : text('ui.audit.did', { what, action })
}

/** What kind of thing it was done to: `Title`. */
export function nounWords(noun: string, text: TextOf): string {
  const key = `ui.audit.noun.${noun}`
  return known(key) ? text(key) : humanised(noun)
}

/** The nouns with words of their own, for a filter. */
export const auditNouns: readonly string[] = Object.keys(auditTexts)
  .filter(key => key.startsWith('ui.audit.noun.'))
  .map(key => key.slice('ui.audit.noun.'.length))

/** `name.de-DE` -> `Name (de-DE)` */
export function fieldWords(path: string): string {
  const [field = '', ...rest] = path.split('.')
  return rest.length === 0 ? humanised(field) : `${humanised(field)} (${rest.join('.')})`
}

/** A recorded value as a person reads it. */
export function valueWords(
  value: AuditChange['before'],
  text: (key: keyof typeof wordTexts) => string,
): string {
  if (value === null || value === undefined || value === '') return text('ui.empty')
  if (typeof value === 'boolean') return text(value ? 'ui.yes' : 'ui.no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return text('ui.empty')
    if (value.every(item => typeof item === 'string' || typeof item === 'number')) return value.join(', ')
  }
  return JSON.stringify(value)
}

/** `Title: Old → New` */
export const changeWords = ({ path, before, after }: AuditChange, text: TextOf): string =>
  `${fieldWords(path)}: ${valueWords(before, text)} → ${valueWords(after, text)}`
