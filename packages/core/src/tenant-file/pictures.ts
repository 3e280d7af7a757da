import { images } from '../images/endpoints.ts'
import type { AssetType } from '../images/schema.ts'
import { checkPicture, type ImageKind, toExtension } from '../media/index.ts'
import { sha256, toHex } from '../uploads/file/fingerprint.ts'
import { type Values, valueAt, withValueAt } from './compare.ts'
import { type NamedBytes, openFile, type Planning, refuse, type Work } from './planning.ts'

/** The rule of a picture and what it is for, by the path of its field. */
export type PictureRules = Readonly<Record<string, { kind: ImageKind; asset: AssetType }>>

export interface PlannedPictures {
  /** With the addresses that the pictures have or will have: an address is the digest of what is stored. */
  draft: Values
  /** With paths in place of the addresses of files. */
  shown(draft: Values): Values
  /** Stores the files of these fields. */
  upload(work: Work, fields: readonly string[]): Promise<void>
}

const ofPlatform = /^\/media\/images\//

/** VAL-19 to VAL-26: files that the fields name, each held to its rule before anything is sent. */
export async function planPictures(
  planning: Planning,
  prefix: string,
  { given, stored, rules }: { given: Values; stored: Values | undefined; rules: PictureRules },
): Promise<PlannedPictures> {
  let draft = given
  const files = new Map<string, { path: string; asset: AssetType; file: NamedBytes }>()
  for (const [field, { kind, asset }] of Object.entries(rules)) {
    const path = valueAt(given, field)
    if (typeof path !== 'string') continue
    if (ofPlatform.test(path)) {
      if (path !== valueAt(stored, field)) await refuseMissing(planning, path, `${prefix}.${field}`)
      continue
    }
    const file = await openPicture(planning, { path, field: `${prefix}.${field}`, kind })
    if (file === undefined) continue
    // A picture that is older than the cleaning of pictures has the address of its bytes as they came.
    const asItIs = await addressOf(file.name, file.bytes)
    const isStored = valueAt(stored, field) === asItIs
    draft = withValueAt(draft, field, isStored ? asItIs : await addressOf(file.name, file.clean))
    files.set(field, { path, asset, file })
    if (!isStored && valueAt(draft, field) !== valueAt(stored, field))
      planning.pictures.push(`${prefix}.${field}`)
  }
  return {
    draft,
    shown(values) {
      let next = values
      for (const [field, { path }] of files) next = withValueAt(next, field, path)
      return next
    },
    async upload({ ports }, fields) {
      for (const [field, { asset, file }] of files) {
        if (!fields.includes(field)) continue
        const input = { img: new File([file.bytes], file.name), assetType: asset }
        await ports.send(images.upload, input, planning.inTenant)
      }
    },
  }
}

async function refuseMissing(planning: Planning, address: string, field: string): Promise<void> {
  if (!(await planning.ports.hasPicture(address)))
    refuse(planning, '', [{ path: field, code: 'validation.imageGone' }])
}

async function addressOf(name: string, bytes: NamedBytes['bytes']): Promise<string> {
  const extension = toExtension(name)
  return `/media/images/${toHex(await sha256(bytes))}.${extension === 'jpeg' ? 'jpg' : extension}`
}

async function openPicture(
  planning: Planning,
  { path, field, kind }: { path: string; field: string; kind: ImageKind },
): Promise<(NamedBytes & { clean: NamedBytes['bytes'] }) | undefined> {
  const file = await openFile(planning, { path, field })
  if (file === undefined) return undefined
  const checked = await checkPicture(kind, file)
  if ('clean' in checked) return { ...file, clean: checked.clean }
  refuse(
    planning,
    '',
    checked.issues.map(issue => ({ ...issue, path: field })),
  )
  return undefined
}
