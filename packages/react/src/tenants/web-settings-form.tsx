import {
  checkWebSettings,
  factsOf,
  isUrl,
  LockedContent,
  newWebSettings,
  requiredBecause,
  toUrl,
  type WebSettings,
  type WebSettingsDraft,
  WebSource,
  webSettings,
} from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftSecret } from '../kernel/draft-secret.tsx'
import { isHidden } from '../kernel/form-fields.ts'
import { FormPart } from '../kernel/form-state.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { StripeCheck } from '../stripe/stripe-check.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { NumberInput } from '../ui/form/number-input.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Select } from '../ui/picker/select.tsx'
import {
  type OpenPart,
  type PartFormProps,
  PartPage,
  usePartDraft,
  usePartWarning,
  useTenantOf,
} from './part-form.tsx'
import { becauseText, savedToast, useTenantTexts } from './texts.ts'
import { Webhook } from './webhook.tsx'

/** Web settings of a tenant (TENANT-15, TENANT-17 to TENANT-24, NAV-11). */
export function WebSettingsForm(props: PartFormProps<keyof WebSettingsDraft>) {
  const { tenantId, listHref, className, rootRef } = props
  const { text } = useTenantTexts()
  const tenant = useTenantOf(tenantId)
  const reading = useRead(webSettings.view, { tenantId })
  const back = { href: listHref, label: text('ui.nav.tenants') }
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return (
    <FormPart part="web-settings-form" {...{ className, rootRef, back }} readings={[tenant, reading]}>
      {tenant.data && reading.data && (
        <Open key={tenantId} {...props} tenant={tenant.data} settings={reading.data} refresh={refresh} />
      )}
    </FormPart>
  )
}

type OpenProps = PartFormProps & Omit<Parameters<typeof useWebDraft>[0], 'warning'>

function Open(props: OpenProps) {
  const { tenant, settings, refresh, fields, onDirtyChange } = props
  const warning = usePartWarning()
  const draft = useWebDraft({ tenant, settings, refresh, warning, fields, onDirtyChange })
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
      {isHidden(draft.fields, 'url') ? null : <AddressField draft={draft} />}
      <DraftText draft={draft} name="landingPageGetAccessLink" input={plain} required />
      <FieldColumns>
        <DraftText draft={draft} name="projectId" input={plain} required />
        <DraftText draft={draft} name="localyticsWebId" input={plain} required />
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
        <DraftField draft={draft} name="lockedContentBehaviour" required>
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
          required={
            requiredBecause('web', 'numberOfMySubscriptionItemsOnHomePage', useFacts(draft)) !== undefined
          }
        >
          {({ value, set, blur }) => <NumberInput dir="ltr" value={value} onChange={set} onBlur={blur} />}
        </DraftField>
      </FieldColumns>
      <FieldColumns>
        {switches.map(name => (
          <DraftSwitch key={name} draft={draft} name={name} label={text(`ui.web.${name}`)} />
        ))}
      </FieldColumns>
    </Card>
  )
}

/** TENANT-24, TENANT-30, C-86: the site's address and whether it can be opened; one that can't is a warning and blocks nothing. */
function AddressField({ draft }: { draft: WebDraft }) {
  const { text } = useTenantTexts()
  const url = toUrl(useWatch({ control: draft.form.control, name: 'url' }) ?? '')
  const [answer, check, pending] = useAddressCheck(url)
  return (
    <div className="kn-checked-field">
      <DraftText draft={draft} name="url" input={{ type: 'url', autoComplete: 'off' }} required />
      <Button loading={pending} disabled={!isUrl(url)} onClick={check}>
        {text('ui.web.checkAddress')}
      </Button>
      <p role="status">{answer}</p>
    </div>
  )
}

/** What was found of an address, until another is typed. */
function useAddressCheck(url: string): [string, () => void, boolean] {
  const { text } = useTenantTexts()
  const write = useWrite(webSettings.checkAddress, { invalidates: [] })
  const [found, setFound] = useState<{ url: string; accessible: boolean }>()
  const check = async () => {
    const result = await write.send({ url })
    if (result.kind === 'done') setFound({ url, accessible: result.output.accessible })
  }
  const words = found?.url !== url ? '' : text(found.accessible ? 'ui.web.isAccessible' : 'site.notDeployed')
  return [words, () => void check(), write.isPending]
}

interface Props {
  draft: WebDraft
  settings: WebSettings
}

/** TENANT-10, TENANT-11, TENANT-21 to TENANT-23: where subscriptions come from; Stripe brings its fields with it. */
function SubscriptionCard({ draft, settings }: Props) {
  const texts = useTenantTexts()
  const { text } = texts
  const facts = useFacts(draft)
  const of = (name: 'secretKey' | 'webHookKey' | 'publishableKey' | 'pricingTableId' | 'planId') => {
    const because = requiredBecause('web', name, facts)
    return { draft, required: because !== undefined, help: becauseText(texts, because) }
  }
  const plain = { dir: 'ltr', autoComplete: 'off' } as const
  const idField = facts.siteSourceType === 'sub' ? 'pricingTableId' : 'planId'
  return (
    <Card title={text('ui.web.subscriptions')}>
      {isHidden(draft.fields, 'siteSourceType') ? null : (
        <p>
          {text('field.siteSourceType')}: <strong>{settings.siteSourceType.toUpperCase()}</strong>
          {' · '}
          {text('ui.tenants.siteTypeHelp')}
        </p>
      )}
      <DraftField
        draft={draft}
        name="subscriptionSource"
        required={requiredBecause('web', 'subscriptionSource', facts) !== undefined}
        help={becauseText(texts, requiredBecause('web', 'subscriptionSource', facts))}
        group
      >
        {({ value, set }) => (
          <div className="kn-choices">
            {WebSource.options.map((source, index) => (
              <Checkbox
                key={source}
                // The first has the field's own id, to which the summary of errors leads.
                id={index === 0 ? undefined : `${draft.fieldId('subscriptionSource')}-${source}`}
                label={text(`source.${source}`)}
                checked={value.includes(source)}
                onChange={event =>
                  set(event.target.checked ? [...value, source] : value.filter(one => one !== source))
                }
              />
            ))}
          </div>
        )}
      </DraftField>
      {facts.hasStripe ? (
        <>
          <FieldColumns>
            <DraftSecret
              {...of('secretKey')}
              name="secretKey"
              label={text('field.secretKey')}
              stored={settings.secretKey}
            />
            <DraftSecret
              {...of('webHookKey')}
              name="webHookKey"
              label={text('field.webHookKey')}
              stored={settings.webHookKey}
            />
          </FieldColumns>
          <DraftText {...of('publishableKey')} name="publishableKey" input={plain} />
          <DraftText {...of(idField)} name={idField} label={text(`field.${idField}`)} input={plain} />
          {isHidden(draft.fields, idField) ? null : (
            <TypedCheck draft={draft} settings={settings} idField={idField} />
          )}
          <Webhook tenantId={settings.tenantId} part="web" />
        </>
      ) : null}
    </Card>
  )
}

/** C-114: asks Stripe with the key that is typed or stored. */
function TypedCheck({ draft, settings, idField }: Props & { idField: 'pricingTableId' | 'planId' }) {
  const { control } = draft.form
  const id = (useWatch({ control, name: idField }) ?? '').trim()
  const secretKey = useWatch({ control, name: 'secretKey' }) ?? ''
  const write = useWrite(webSettings.checkPrice, { invalidates: [] })
  const hasKey = secretKey !== '' || settings.secretKey !== null
  return (
    <StripeCheck
      subject={`${id} ${secretKey}`}
      disabled={id === '' || !hasKey}
      pending={write.isPending}
      ask={async () => {
        const result = await write.send({ tenantId: settings.tenantId, id, secretKey })
        return result.kind === 'done' ? result.output : undefined
      }}
    />
  )
}

/** TENANT-15: the draft of web settings. */
function useWebDraft(open: OpenPart<WebSettings>) {
  const { text } = useTenantTexts()
  const said = { invalidates: ['web-settings', 'app-settings', 'tenants'], failure: handledByCaller }
  const success = () => savedToast(text('success.saved'))
  const { send: add } = useWrite(webSettings.create, { ...said, success })
  const { send: change } = useWrite(webSettings.update, { ...said, success })
  return usePartDraft<WebSettingsDraft, WebSettings>({
    ...open,
    part: 'web',
    start: newWebSettings,
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

type WebDraft = Draft<WebSettingsDraft>

/** The facts that decide about required fields, as the form has them now. */
function useFacts(draft: WebDraft) {
  const { control } = draft.form
  const siteSourceType = useWatch({ control, name: 'siteSourceType' })
  const subscriptionSource = useWatch({ control, name: 'subscriptionSource' }) ?? []
  return factsOf({ siteSourceType, subscriptionSource })
}
