import { type Issue, KinoraError, missingProduct, type ProductPart, type TenantSettings } from '@kinora/core'
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import type { Stored } from '../kernel/use-draft-form.ts'
import type { WriteResult } from '../kernel/use-write.ts'
import type { PartWarning } from './part-form.tsx'
import { useTenantTexts } from './texts.ts'

/** A part of a tenant's settings; its version is null as long as it was never saved. */
type Part = { version: number | null }

/** What an open form of a part is given. */
export interface OpenPart<S extends Part> {
  tenant: TenantSettings
  settings: S
  refresh(): Promise<S | undefined>
  warning: PartWarning
  onDirtyChange?: DirtyListener | undefined
}

interface Options<D extends FieldValues, S extends Part> extends OpenPart<S> {
  part: ProductPart
  check(values: D, settings: S): readonly Issue[]
  /** Keep it stable. */
  toStored(settings: S): Stored<D>
  add(input: D & { tenantID: string }): Promise<WriteResult<S>>
  change(input: Partial<D> & { tenantID: string; version: number | undefined }): Promise<WriteResult<S>>
}

/** TENANT-14: the draft of web or app settings; without its product nothing is sent and the warning opens. */
export function usePartDraft<D extends FieldValues, S extends Part>(options: Options<D, S>): Draft<D> {
  const { part, tenant, settings, refresh, warning, check, toStored, add, change, onDirtyChange } = options
  const { text } = useTenantTexts()
  const { tenantID } = tenant
  const stored = useMemo(() => toStored(settings), [settings, toStored])
  return useDraft<D, S>({
    stored,
    check: values => check(values, settings),
    async save(values, { changes, version }) {
      const code = missingProduct(part, tenant.activatedProducts)
      if (code !== undefined) {
        warning.set(true)
        return { kind: 'failed', error: new KinoraError('refused', { detail: text(code) }) }
      }
      return settings.version === null
        ? add({ tenantID, ...values })
        : change({ tenantID, ...changes, version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored,
    onDirtyChange,
  })
}
