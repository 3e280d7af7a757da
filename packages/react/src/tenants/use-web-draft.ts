import {
  checkWebSettings,
  factsOf,
  KinoraError,
  missingProduct,
  newWebSettings,
  type TenantSettings,
  type WebSettings,
  type WebSettingsDraft,
  webSettings,
} from '@kinora/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { PartWarning } from './part-form.tsx'
import { savedToast, useTenantTexts } from './texts.ts'

interface Options {
  tenant: TenantSettings
  settings: WebSettings
  refresh(): Promise<WebSettings | undefined>
  warning: PartWarning
  onDirtyChange?: DirtyListener | undefined
}

/** TENANT-14, TENANT-15: the draft of web settings; without the Web product nothing is sent and the warning opens. */
export function useWebDraft({
  tenant,
  settings,
  refresh,
  warning,
  onDirtyChange,
}: Options): Draft<WebSettingsDraft> {
  const { text } = useTenantTexts()
  const said = { invalidates: ['web-settings', 'app-settings', 'tenants'], failure: saidByCaller }
  const success = () => savedToast(text('success.saved'))
  const add = useWrite(webSettings.create, { ...said, success })
  const change = useWrite(webSettings.update, { ...said, success })
  const stored = useMemo(() => toStored(settings), [settings])
  const { tenantID } = tenant
  return useDraft<WebSettingsDraft, WebSettings>({
    stored,
    check: values => checkWebSettings(values, settings),
    async save(values, { changes, version }) {
      const code = missingProduct('web', tenant.activatedProducts)
      if (code !== undefined) {
        warning.set(true)
        return { kind: 'failed', error: new KinoraError('refused', { detail: text(code) }) }
      }
      return settings.version === null
        ? add.send({ tenantID, ...values })
        : change.send({ tenantID, ...changes, version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored,
    onDirtyChange,
  })
}

function toStored(settings: WebSettings): { values: WebSettingsDraft; version?: number } {
  const fields = Object.keys(newWebSettings) as (keyof WebSettingsDraft)[]
  const values = Object.fromEntries(fields.map(field => [field, settings[field]])) as WebSettingsDraft
  const { version } = settings
  return { values: { ...values, secretKey: '', webHookKey: '' }, ...(version !== null && { version }) }
}

export type WebDraft = Draft<WebSettingsDraft>

/** The facts that decide about required fields, as the form stands. */
export function useFacts(draft: WebDraft) {
  const { control } = draft.form
  const siteSourceType = useWatch({ control, name: 'siteSourceType' })
  const subscriptionSource = useWatch({ control, name: 'subscriptionSource' }) ?? []
  return factsOf({ siteSourceType, subscriptionSource })
}
