import {
  checkWebSettings,
  factsOf,
  newWebSettings,
  type WebSettings,
  type WebSettingsDraft,
  webSettings,
} from '@kinora/core'
import { useWatch } from 'react-hook-form'
import type { Draft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { savedToast, useTenantTexts } from './texts.ts'
import { type OpenPart, usePartDraft } from './use-part-draft.ts'

/** TENANT-15: the draft of web settings. */
export function useWebDraft(open: OpenPart<WebSettings>): Draft<WebSettingsDraft> {
  const { text } = useTenantTexts()
  const said = { invalidates: ['web-settings', 'app-settings', 'tenants'], failure: saidByCaller }
  const success = () => savedToast(text('success.saved'))
  const { send: add } = useWrite(webSettings.create, { ...said, success })
  const { send: change } = useWrite(webSettings.update, { ...said, success })
  return usePartDraft<WebSettingsDraft, WebSettings>({
    ...open,
    part: 'web',
    check: checkWebSettings,
    toStored,
    add,
    change,
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
