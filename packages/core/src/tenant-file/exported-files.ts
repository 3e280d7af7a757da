import { type Values, valueAt, withValueAt } from './compare.ts'
import type { NamedBytes } from './ports.ts'

/** Where pictures and terms go that the file names by their paths; without it pictures keep their addresses and terms are left out. */
export interface ExportedFiles {
  /** The bytes of a stored picture. */
  read(address: string): Promise<Uint8Array<ArrayBuffer>>
  /** Keeps a file; answers its path from the folder of the tenant's file. */
  save(file: NamedBytes): Promise<string>
}

/** The settings with the paths of saved files in place of the addresses of pictures; as they are without `files`. */
export async function savePictures(
  settings: Values,
  fields: readonly string[],
  { files, prefix }: { files: ExportedFiles | undefined; prefix: string },
): Promise<Values> {
  let next = settings
  for (const field of fields) {
    const address = valueAt(settings, field)
    if (files === undefined || typeof address !== 'string' || address === '') continue
    const name = `${prefix}-${field.replace(/(Url|Link)$/, '').replace('.', '-')}`
    const extension = address.split('.').at(-1)
    const path = await files.save({ name: `${name}.${extension}`, bytes: await files.read(address) })
    next = withValueAt(next, field, path)
  }
  return next
}
