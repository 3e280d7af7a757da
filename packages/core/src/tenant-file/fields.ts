import * as z from 'zod'
import { Id, IetfTag, LimitedText, limits } from '../kernel/fields.ts'

/** Where a secret comes from; itself it never stands in a file. */
export const SecretReference = z.union(
  [
    z
      .strictObject({
        env: z
          .string()
          .regex(/^[A-Za-z_]\w*$/)
          .max(limits.text),
      })
      .meta({ description: 'The environment variable that holds it.' }),
    z.strictObject({ prompt: z.literal(true) }).meta({ description: 'It is asked for on the terminal.' }),
  ],
  'tenantFile.secret',
)
export type SecretReference = z.infer<typeof SecretReference>

/** A secret that may be removed. */
export const Secret = SecretReference.nullable().optional().meta({ description: 'null removes it (C-124).' })
/** A password, which can be replaced and not removed. */
export const Password = SecretReference.optional()
/** CONST-19 by name. */
export const Platform = z
  .enum(['platform', 'jwplayer'])
  .optional()
  .meta({ description: 'Who plays the videos.' })
/** A path from the folder of the file. */
export const Path = (description: string) => z.string().min(1).max(limits.url).meta({ description })
/** SITE-04 */
export const Picture = Path(
  'A picture: its path from the folder of this file, or the address of a stored one.',
)
export const OptionalPicture = Picture.nullable().optional()

/** A text in one language, or by IETF tag; `default` is the one for languages without a text of their own. */
export const Texts = (max: number) => {
  const text = LimitedText(max)
  return z.union([text, z.record(IetfTag, text)]).meta({
    description: 'A text, or texts by language: { default: …, de-DE: … }. A blank one is removed.',
  })
}
export type Texts = string | Record<string, string>
/** Of a row that may be found by its id. */
export const known = {
  id: Id.min(1).optional().meta({ description: 'Found by it rather than by name: to rename.' }),
}
