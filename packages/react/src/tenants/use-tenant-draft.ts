import { checkTenant, newTenant, type TenantDraft, type TenantSettings, tenants } from '@kinora/core'
import { useMemo } from 'react'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { savedToast, useTenantTexts } from './texts.ts'

export interface TenantDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  /** undefined for a new one. */
  settings: TenantSettings | undefined
  refresh(): Promise<TenantSettings | undefined>
}

/** TENANT-14: the draft of general settings, its checks and its saving; what it shows is read again afterwards. */
export function useTenantDraft(options: TenantDraftOptions): Draft<TenantDraft> {
  const { settings, refresh, onAdded, onDirtyChange } = options
  const { text } = useTenantTexts()
  const said = {
    invalidates: ['tenants', 'providers', 'app-settings', 'web-settings'],
    failure: saidByCaller,
  }
  const add = useWrite(tenants.create, { ...said, success: savedToast(text('success.itemSaved')).text })
  const change = useWrite(tenants.update, { ...said, success: () => savedToast(text('success.saved')) })
  const stored = useMemo(() => toStored(settings), [settings])
  return useDraft<TenantDraft, { tenantID: string } | TenantSettings>({
    stored,
    check: values => checkTenant(values, settings),
    save: (values, { changes, version }) =>
      settings === undefined
        ? add.send(values)
        : change.send({ tenantID: settings.tenantID, ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    onSaved: answer => {
      if (settings === undefined) onAdded?.(answer.tenantID)
    },
    onDirtyChange,
  })
}

function toStored(settings: TenantSettings | undefined): { values: TenantDraft; version?: number } {
  if (settings === undefined) return { values: newTenant }
  const fields = Object.keys(newTenant) as (keyof TenantDraft)[]
  const values = Object.fromEntries(
    fields.map(field => [field, (settings as unknown as TenantDraft)[field]]),
  ) as TenantDraft
  const { offsetName } = settings.timeZoneInfo
  return {
    values: {
      ...values,
      password: '',
      jwPlayerSecret: '',
      email: settings.email ?? '',
      timeZoneInfo: { offsetName },
    },
    version: settings.version,
  }
}
