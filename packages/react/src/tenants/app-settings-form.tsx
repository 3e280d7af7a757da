import {
  type AppSettings,
  type AppSettingsDraft,
  appSettings,
  checkAppSettings,
  newAppSettings,
  requiredBecause,
} from '@kinora/core'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftSecret } from '../kernel/draft-secret.tsx'
import { FormPart } from '../kernel/form-state.tsx'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { TextArea } from '../ui/form/text-input.tsx'
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

/** Mobile app settings of a tenant (TENANT-16, TENANT-18, TENANT-25, TENANT-26, NAV-12). */
export function AppSettingsForm(props: PartFormProps<keyof AppSettingsDraft>) {
  const { tenantId, listHref, className, rootRef } = props
  const { text } = useTenantTexts()
  const tenant = useTenantOf(tenantId)
  const reading = useRead(appSettings.view, { tenantId })
  const back = { href: listHref, label: text('ui.nav.tenants') }
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return (
    <FormPart part="app-settings-form" {...{ className, rootRef, back }} readings={[tenant, reading]}>
      {tenant.data && reading.data && (
        <Open key={tenantId} {...props} tenant={tenant.data} settings={reading.data} refresh={refresh} />
      )}
    </FormPart>
  )
}

/** TENANT-16: the draft of app settings. */
function useAppDraft(open: OpenPart<AppSettings>) {
  const { text } = useTenantTexts()
  const said = { failure: handledByCaller, success: () => savedToast(text('success.saved')) }
  const { send: add } = useWrite(appSettings.create, said)
  const { send: change } = useWrite(appSettings.update, said)
  return usePartDraft<AppSettingsDraft, AppSettings>({
    ...open,
    part: 'app',
    start: newAppSettings,
    check: checkAppSettings,
    toStored,
    add,
    change,
  })
}

function toStored(settings: AppSettings): { values: AppSettingsDraft; version?: number } {
  const fields = Object.keys(newAppSettings) as (keyof AppSettingsDraft)[]
  const values = Object.fromEntries(fields.map(field => [field, settings[field]])) as AppSettingsDraft
  const { version } = settings
  return { values: { ...values, sharedSecret: '' }, ...(version !== null && { version }) }
}

function Open(props: PartFormProps & Omit<OpenPart<AppSettings>, 'warning'>) {
  const { tenant, settings, refresh, fields, onDirtyChange } = props
  const texts = useTenantTexts()
  const { text } = texts
  const warning = usePartWarning()
  const draft = useAppDraft({ tenant, settings, refresh, warning, fields, onDirtyChange })
  const facts = {
    isProviderActive: false,
    siteSourceType: settings.siteSourceType ?? undefined,
    hasStripe: settings.hasStripe,
  }
  const because = (name: 'sharedSecret' | 'iosProducts') => {
    const condition = requiredBecause('app', name, facts)
    return { draft, required: condition !== undefined, help: becauseText(texts, condition) }
  }
  const iosHelp = because('iosProducts').help
  return (
    <PartPage {...props} part="app" draft={draft} tenant={tenant} warning={warning}>
      <Card>
        <FieldColumns>
          <DraftText draft={draft} name="localyticsiOSId" required />
          <DraftText draft={draft} name="localyticsAndroidId" required />
        </FieldColumns>
        <DraftField draft={draft} name="subscriptionSource" required group>
          {({ value, set }) => (
            <Checkbox
              label={text('source.apple')}
              checked={value.includes('apple')}
              onChange={event => set(event.target.checked ? ['apple'] : [])}
            />
          )}
        </DraftField>
        <DraftText
          draft={draft}
          name="iosBundleId"
          help={text('ui.app.iosBundleIdHelp')}
          input={{ dir: 'ltr', autoComplete: 'off' }}
        />
        <DraftSecret
          {...because('sharedSecret')}
          name="sharedSecret"
          label={text('field.sharedSecret')}
          stored={settings.sharedSecret}
        />
        <DraftField
          {...because('iosProducts')}
          name="iosProducts"
          help={[text('ui.app.iosProductsHelp'), iosHelp].filter(Boolean).join('. ')}
        >
          {({ value, set, blur }) => (
            <TextArea
              dir="ltr"
              rows={3}
              value={value.join('\n')}
              onChange={event => set(toLines(event.target.value))}
              onBlur={() => {
                set(value.map(line => line.trim()).filter(line => line !== ''))
                blur()
              }}
            />
          )}
        </DraftField>
        {settings.version === null ? null : <Webhook tenantId={settings.tenantId} part="app" />}
        <DraftSwitch draft={draft} name="myZoneEnabled" label={<bdi>{text('ui.app.myZone')}</bdi>} />
      </Card>
    </PartPage>
  )
}

/** An empty last line stays while somebody types. */
const toLines = (words: string): string[] => (words === '' ? [] : words.split('\n'))
