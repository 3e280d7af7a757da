import { limits, MediaPlatform, type NewProvider } from '@kinora/core'
import { useState } from 'react'
import { type Path, useWatch } from 'react-hook-form'
import { ActiveWord } from '../kernel/active.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import type { ProviderPartProps } from './provider-fields.tsx'
import { useProviderTexts } from './texts.ts'

/** PROV-06: who plays the videos, and what the provider may do. */
export function ProviderMedia(props: ProviderPartProps) {
  const { draft } = props
  const { text } = useProviderTexts()
  const platform = useWatch({ control: draft.form.control, name: 'mediaPlatform' })
  return (
    <>
      <Card title={text('ui.providers.media')}>
        <DraftField draft={draft} name="mediaPlatform" label={text('field.mediaPlatform')} group>
          {({ value, set }) => (
            <RadioGroup
              orientation="horizontal"
              value={`${value}`}
              onChange={next => set(next === '1' ? MediaPlatform.JwPlayer : MediaPlatform.Own)}
              options={[
                { value: '0', label: text('ui.providers.platform0') },
                { value: '1', label: text('ui.providers.platform1') },
              ]}
            />
          )}
        </DraftField>
        {platform === MediaPlatform.JwPlayer ? (
          <>
            <DraftText
              draft={draft}
              name="jwPlayerSiteId"
              label={text('field.jwPlayerSiteId')}
              help={text('ui.providers.jwHelp')}
              input={{ dir: 'ltr', autoComplete: 'off' }}
              max={limits.text}
              required
            />
            {props.manages ? <Secret {...props} /> : null}
          </>
        ) : (
          <RemoveSecret {...props} />
        )}
      </Card>
      <Card title={text('ui.providers.options')}>
        <OnOff {...props} name="stage1Encode" label={text('field.stage1Encode')} />
        <OnOff {...props} name="isBulkUploadEnabled" label={text('field.isBulkUploadEnabled')} />
      </Card>
    </>
  )
}

function OnOff({
  draft,
  name,
  label,
}: ProviderPartProps & {
  name: Path<NewProvider> & ('stage1Encode' | 'isBulkUploadEnabled')
  label: string
}) {
  return (
    <DraftField draft={draft} name={name} label={label} group>
      {({ value, set }) => (
        <Switch
          label={<ActiveWord active={value} />}
          checked={value}
          onChange={event => set(event.target.checked)}
        />
      )}
    </DraftField>
  )
}

function Secret({ draft, provider }: ProviderPartProps) {
  const { text } = useProviderTexts()
  return (
    <DraftText
      draft={draft}
      name="jwPlayerSecret"
      label={text('field.jwPlayerSecret')}
      help={text(provider?.hasJwPlayerSecret ? 'ui.providers.secretStored' : 'ui.providers.jwHelp')}
      input={{ type: 'password', dir: 'ltr', autoComplete: 'off' }}
      required={!provider?.hasJwPlayerSecret}
    />
  )
}

/** C-124: without JW Player the stored secret can go; asked before. */
function RemoveSecret({ draft, provider, manages }: ProviderPartProps) {
  const { text } = useProviderTexts()
  const form = useFormTexts()
  const [asks, setAsks] = useState(false)
  const secret = useWatch({ control: draft.form.control, name: 'jwPlayerSecret' })
  if (!manages || !provider?.hasJwPlayerSecret) return null
  if (secret === null) return <p role="status">{text('ui.providers.secretRemoved')}</p>
  return (
    <div>
      <Button onClick={() => setAsks(true)}>{text('ui.providers.secretRemove')}</Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          draft.form.setValue('jwPlayerSecret', null, { shouldDirty: true })
          setAsks(false)
        }}
        title={text('ui.providers.secretRemoveTitle', { name: provider.displayName })}
        text={text('ui.providers.secretRemoveText')}
        confirmLabel={text('ui.providers.secretRemove')}
        cancelLabel={form.text('ui.cancel')}
        closeLabel={form.text('ui.close')}
      />
    </div>
  )
}
