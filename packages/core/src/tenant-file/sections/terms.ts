import type { Issue } from '../../kernel/errors.ts'
import { terms } from '../../terms/endpoints.ts'
import { checkTerms, checkTermsText, type TermsVersion, toTermsVersions } from '../../terms/rules.ts'
import { sha256, toHex } from '../../uploads/file/fingerprint.ts'
import { type FieldChange, isSame } from '../compare.ts'
import { type NamedBytes, openFile, type Planning, refuse, whileApplying } from '../planning.ts'
import type { TenantFile } from '../schema.ts'

/** The newest version; undefined where there is none. */
export async function readTerms({
  ports,
  stored,
  id,
  inTenant,
}: Planning): Promise<TermsVersion | undefined> {
  if (stored === undefined) return undefined
  const { data } = await ports.send(terms.versions, { tenantId: id }, inTenant)
  return toTermsVersions(data)[0]
}

/** TERMS-02, TERMS-03: a new version where title or text of any language is another than in the newest. */
export async function planTerms(
  planning: Planning,
  { title, files: paths }: NonNullable<TenantFile['terms']>,
): Promise<void> {
  const { tenant, id: tenantId } = planning
  const newest = await readTerms(planning)
  const files = await openAll(planning, paths)
  const changes: FieldChange[] = isSame(newest?.title, title)
    ? []
    : [{ path: 'title', ...(newest && { before: newest.title }), after: title }]
  for (const [tag, { bytes }] of Object.entries(files)) {
    const before = newest?.files.find(file => file.languageCode === tag)
    if (before?.digest === toHex(await sha256(bytes))) continue
    changes.push({
      path: `files.${tag}`,
      ...(before && { before: before.filename }),
      after: paths[tag],
    })
  }
  if (changes.length === 0) return
  const sizes = Object.fromEntries(
    Object.entries(files).map(([tag, { name, bytes }]) => [tag, { name, size: bytes.byteLength }]),
  )
  const missing = (issue: Issue) => paths[issue.path.slice('files.'.length)] === undefined
  const issues = checkTerms({ title, files: sizes }, tenant.languageCodes)
    // Of a file that couldn't be read it was said already.
    .filter(issue => issue.code !== 'terms.fileMissing' || missing(issue))
  refuse(planning, 'terms', issues)
  refuse(
    planning,
    'terms',
    Object.entries(files).flatMap(([tag, { bytes }]) => checkTermsText(bytes, tag)),
  )
  planning.steps.push({
    action: 'upload',
    section: 'terms',
    name: title,
    changes,
    run: ({ ports: { send } }) =>
      send(
        terms.upload,
        {
          tenantId,
          title,
          files: Object.fromEntries(
            Object.entries(files).map(([tag, { name, bytes }]) => [
              tag,
              new File([bytes], name, { type: 'text/html' }),
            ]),
          ),
        },
        { ...planning.inTenant, timeout: 0 },
      ),
    isThere: async () => (await readTerms(whileApplying(planning)))?.version !== newest?.version,
  })
}

async function openAll(
  planning: Planning,
  paths: Readonly<Record<string, string>>,
): Promise<Record<string, NamedBytes>> {
  const found: Record<string, NamedBytes> = {}
  for (const [tag, path] of Object.entries(paths)) {
    const file = await openFile(planning, { path, field: `terms.files.${tag}` })
    if (file !== undefined) found[tag] = file
  }
  return found
}
