import { LockedContent, requiredBecause, webSettings } from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { ActiveWord } from '../kernel/active.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useRead } from '../kernel/use-read.ts'
import { NumberInput } from '../ui/form/number-input.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Select } from '../ui/picker/select.tsx'
import { AddressField } from './address-field.tsx'
import { type PartFormProps, PartPage, usePartWarning, useTenantOf } from './part-form.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { useTenantTexts } from './texts.ts'
import { useFacts, useWebDraft, type WebDraft } from './use-web-draft.ts'

/** Web settings of a tenant (TENANT-15, TENANT-17 to TENANT-24, NAV-11). */
export function WebSettingsForm(props: PartFormProps) {
  const { tenantID, listHref } = props
  const { text } = useTenantTexts()
  const tenant = useTenantOf(tenantID)
  const reading = useRead(webSettings.view, { tenantID })
  const back = { href: listHref, label: text('ui.tenants.title') }
  if (tenant.data === undefined || reading.data === undefined)
    return <FormState readings={[tenant, reading]} back={back} missing={text('ui.form.rowMissing')} />
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return <Open key={tenantID} {...props} tenant={tenant.data} settings={reading.data} refresh={refresh} />
}

type OpenProps = PartFormProps & Omit<Parameters<typeof useWebDraft>[0], 'warning'>

function Open(props: OpenProps) {
  const { tenant, settings, refresh, onDirtyChange } = props
  const warning = usePartWarning()
  const draft = useWebDraft({ tenant, settings, refresh, warning, onDirtyChange })
  return (
    <PartPage {...props} part="web" draft={draft} tenant={tenant} warning={warning}>
      <SiteCard draft={draft} />
      <SubscriptionCard draft={draft} settings={settings} />
      <BehaviourCard draft={draft} />
    </PartPage>
  )
}

function SiteCard({ draft }: { draft: WebDraft }) {
  const { text } = useTenantTexts()
  const plain = { dir: 'ltr', autoComplete: 'off' } as const
  return (
    <Card title={text('ui.web.site')}>
      <AddressField draft={draft} />
      <DraftText
        draft={draft}
        name="landingPageGetAccessLink"
        label={text('field.landingPageGetAccessLink')}
        input={plain}
        required
      />
      <FieldColumns>
        <DraftText draft={draft} name="projectId" label={text('field.projectId')} input={plain} required />
        <DraftText
          draft={draft}
          name="localyticsWebId"
          label={text('field.localyticsWebId')}
          input={plain}
          required
        />
      </FieldColumns>
    </Card>
  )
}

const switches = [
  ...(['showLogo', 'showFooter', 'isLanguageSwitcher', 'ratingEnabled', 'scheduleEvents'] as const),
  ...(['fitRadioEnabled', 'isMarketingConsent'] as const),
]

/** TENANT-19, C-53: two behaviours are offered; a third that is stored stays until it is changed. */
function BehaviourCard({ draft }: { draft: WebDraft }) {
  const { text } = useTenantTexts()
  const stored = useWatch({ control: draft.form.control, name: 'lockedContentBehaviour' })
  const offered = LockedContent.options.filter(
    one => one !== 'show_subscription_options' || stored === 'show_subscription_options',
  )
  return (
    <Card title={text('ui.web.behaviour')}>
      <FieldColumns>
        <DraftField
          draft={draft}
          name="lockedContentBehaviour"
          label={text('field.lockedContentBehaviour')}
          required
        >
          {({ value, set }) => (
            <Select
              value={value}
              onChange={next => set(next as LockedContent)}
              options={offered.map(one => ({ value: one, label: text(`ui.web.locked.${one}`) }))}
              placeholder={text('ui.web.lockedChoose')}
            />
          )}
        </DraftField>
        <DraftField
          draft={draft}
          name="numberOfMySubscriptionItemsOnHomePage"
          label={text('field.numberOfMySubscriptionItemsOnHomePage')}
          required={
            requiredBecause('web', 'numberOfMySubscriptionItemsOnHomePage', useFacts(draft)) !== undefined
          }
        >
          {({ value, set, blur }) => <NumberInput dir="ltr" value={value} onChange={set} onBlur={blur} />}
        </DraftField>
      </FieldColumns>
      <FieldColumns>
        {switches.map(name => (
          <DraftField key={name} draft={draft} name={name} label={text(`ui.web.${name}`)} group>
            {({ value, set }) => (
              <Switch
                label={<ActiveWord active={value} />}
                checked={value}
                onChange={event => set(event.target.checked)}
              />
            )}
          </DraftField>
        ))}
      </FieldColumns>
    </Card>
  )
}
