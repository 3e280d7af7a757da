import * as z from 'zod'
import { FileName, IetfTag, onOneLine, RequiredFile, RequiredText } from '../kernel/fields.ts'
import { MEGABYTE } from '../kernel/formats.ts'
import { languages } from '../languages.ts'

/** C-108: bytes of one file. */
export const TERMS_FILE_MAX = 2 * MEGABYTE
/** TERMS-03: the one kind of policy there is. */
export const TERMS_POLICY = 'tnc'

/** One entry for each language, by its IETF tag. */
const byLanguage = <T extends z.ZodType>(entry: T) =>
  z
    .record(IetfTag, entry)
    .refine(entries => Object.keys(entries).length <= languages.length, {
      error: 'validation.maxOptions',
      params: { max: languages.length },
    })
    .meta({ maxProperties: languages.length })

/** B-19, TERMS-03: what a new version is made of. Without a name of its own a file keeps the one that it has. */
export const TermsDraft = z.object({
  title: RequiredText('required.title').superRefine(onOneLine).meta({ wire: 'Title' }),
  policyType: z.literal(TERMS_POLICY).default(TERMS_POLICY).meta({ wire: 'PolicyType' }),
  files: byLanguage(RequiredFile),
  filenames: byLanguage(FileName()).optional(),
})

/** TERMS-06: one language of a version. Files with the same digest (SHA-256) say the same; sizes are bytes. */
export const TermsFile = z.object({
  version: z.int(),
  languageCode: z.string(),
  title: z.string(),
  createdDate: z.string(),
  filename: z.string(),
  size: z.int(),
  digest: z.string(),
})
export type TermsFile = z.infer<typeof TermsFile>
