import {
  checkNewProvider,
  checkProviderChange,
  MediaPlatform,
  type NewProvider,
  newProvider,
  type ProviderRecord,
  providers,
} from '@kinora/core'
import { useMemo } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { useFailureToast } from '../kernel/use-failure-toast.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'

export interface ProviderDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  /** Undefined for a new one. */
  provider: ProviderRecord | undefined
  refresh(): Promise<ProviderRecord | undefined>
  /** NAV-50: told after each save. */
  onSaved?: (() => void) | undefined
}

const invalidates = ['providers', 'channels', 'metadata'] as const

/** The draft of a provider, its checks and its saving; secrets come back blank, which keeps them (C-99, C-124). */
export function useProviderDraft(options: ProviderDraftOptions): Draft<NewProvider> {
  const { provider, refresh, onAdded, onSaved, onDirtyChange } = options
  const { text } = useFormTexts()
  const said = { invalidates, failure: saidByCaller, success: text('success.itemSaved') }
  const add = useWrite(providers.create, said)
  const change = useWrite(providers.update, said)
  const stored = useMemo(() => toStored(provider), [provider])
  const draft = useDraft<NewProvider, ProviderRecord | { tag: string }>({
    stored,
    check: values =>
      provider === undefined
        ? checkNewProvider(withoutUnused(values))
        : checkProviderChange(withoutUnused(values), provider),
    save: (values, { changes, version }) => {
      if (provider === undefined) return add.send(withoutUnused(values))
      const { email: _, ...sent } = withoutUnused({ mediaPlatform: values.mediaPlatform, ...changes })
      return change.send({ tag: provider.tag, ...sent, version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    onSaved(answer) {
      if (provider === undefined) onAdded?.(answer.tag)
      onSaved?.()
    },
    onDirtyChange,
  })
  useFailureToast(draft.attempt, provider === undefined ? add.error : change.error)
  return draft
}

function toStored(provider: ProviderRecord | undefined): { values: NewProvider; version?: number } {
  if (provider === undefined) return { values: newProvider }
  const { name, displayName, email, phoneNumber, contact, mediaPlatform, jwPlayerSiteId } = provider
  const { stage1Encode, isBulkUploadEnabled, version } = provider
  const values = {
    name,
    displayName,
    email,
    contact,
    mediaPlatform,
    stage1Encode,
    isBulkUploadEnabled,
    phoneNumber: phoneNumber ?? '',
    jwPlayerSiteId: jwPlayerSiteId ?? '',
    password: '',
    jwPlayerSecret: '',
  }
  return { values, version }
}

/** PROV-06: what only JW Player needs isn't sent without it; a secret can always be removed. */
function withoutUnused<V extends Partial<NewProvider>>(values: V): V {
  if (values.mediaPlatform === MediaPlatform.JwPlayer) return values
  const { jwPlayerSiteId: _, jwPlayerSecret, ...rest } = values
  return { ...rest, ...(jwPlayerSecret === null && { jwPlayerSecret }) } as V
}
