import * as z from 'zod'
import { Role } from '../access.ts'
import { del, get, noun, post, put } from '../kernel/endpoint.ts'
import { Done, KnownVersion } from '../kernel/fields.ts'
import { TRANSLATIONS_MAX, Translation, TranslationDraft, TranslationKey, TranslationText } from './schema.ts'

/** One catalogue for the whole platform: who looks after all tenants changes it (decision 0048). */
const allow = [Role.Admin]
const one = z.object({ key: TranslationKey })

export const translations = noun('translations', {
  current: get('/api/v1/translations/current', {
    summary: '† The replaced texts by their keys, as every page shows them, the sign-in page too (I18N-03)',
    output: z.object({ texts: z.record(z.string(), TranslationText) }),
    allow: 'everyone',
  }),
  list: get('/api/v1/translations', {
    summary: '† The replaced texts with their originals, who replaced them, and when',
    output: z.object({ data: z.array(Translation) }),
    allow,
  }),
  set: put('/api/v1/translations/{key}', {
    summary: '† Replaces a text, on open pages too',
    input: TranslationDraft.extend(KnownVersion.shape),
    output: Translation,
    allow,
  }),
  remove: del('/api/v1/translations/{key}', {
    summary: '† Shows the original of a text again',
    input: one.extend(KnownVersion.shape),
    output: Done,
    allow,
  }),
  import: post('/api/v1/translations/import', {
    summary: '† Replaces many texts, all of them or none; others stay as they are',
    input: z.object({ texts: z.array(TranslationDraft).max(TRANSLATIONS_MAX) }),
    output: z.object({ changed: z.int(), unchanged: z.int() }),
    allow,
  }),
})
