import { assertNoIssues, checkTerms, checkTermsText, pageOf, type terms } from '@kinora/core'
import { sha256 } from '../kernel/digest.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, newTag } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { BlobPort } from '../ports/blobs.ts'
import { isTenant, readLanguages } from '../tenants/index.ts'
import { insertTerms, listTerms, openTerms, type StoredTerms } from './rows.ts'

export const termsHandlers: Handlers<typeof terms> = {
  /** API-90 */
  async versions({ tenantId, ...input }, context) {
    return pageOf(await listTerms(await reach(tenantId, context), context.deps.db), input)
  },

  /** API-91, TERMS-02: all languages at once, or nothing. */
  async upload({ tenantId, title, files, filenames = {} }, context) {
    const { deps } = context
    const scope = await reach(tenantId, context)
    const named = Object.entries(files).map(([tag, file]) => ({
      tag,
      file,
      name: filenames[tag] ?? nameOf(file),
    }))
    const { languageCodes } = await readLanguages(scope, deps.db)
    const sizes = Object.fromEntries(named.map(({ tag, file, name }) => [tag, { name, size: file.size }]))
    assertNoIssues(checkTerms({ title, files: sizes }, languageCodes))
    const read = await Promise.all(
      named.map(async each => ({ ...each, bytes: new Uint8Array(await each.file.arrayBuffer()) })),
    )
    assertNoIssues(read.flatMap(({ tag, bytes }) => checkTermsText(bytes, tag)))
    const stored: StoredTerms[] = []
    const forget = async () => {
      for (const { blobKey } of stored) await deps.blobs.remove(blobKey)
    }
    try {
      for (const { tag, name, bytes } of read) stored.push(await store(deps.blobs, { tag, name, bytes }))
      const written = { title, files: stored, by: authorOf(context) }
      const { version, isNew } = await insertTerms(scope, deps.db, written)
      if (!isNew) await forget()
      return { version }
    } catch (error) {
      await forget()
      throw error
    }
  },

  download: async ({ tenantId, languageCode, versionnumber: version }, context) =>
    openTerms(await reach(tenantId, context), context.deps, { version, languageCode }),
}

/** F-2: administrators and customer support reach every tenant that there is. */
async function reach(tenantId: string, { scope, deps }: Context): Promise<OfTenant> {
  if (scope.kind === 'tenant') return scope
  if (!(await isTenant(deps.db, tenantId))) throw notFound()
  return { kind: 'tenant', tenantId }
}

async function store(
  blobs: BlobPort,
  { tag, name, bytes }: { tag: string; name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<StoredTerms> {
  const blobKey = `terms/${newTag()}.html`
  await blobs.put(blobKey, bytes)
  return { languageCode: tag, fileName: name, size: bytes.byteLength, digest: await sha256(bytes), blobKey }
}

const nameOf = (file: Blob): string => ('name' in file && typeof file.name === 'string' ? file.name : '')
