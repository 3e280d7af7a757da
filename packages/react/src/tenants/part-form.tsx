import {
  type Issue,
  KinoraError,
  missingProduct,
  type ProductPart,
  Role,
  type TenantSettings,
  tenants,
} from '@kinora/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DraftForm, type DraftFormProps, type FormLook } from '../kernel/draft-form.tsx'
import { type FormFields, shownIssues, withoutHidden } from '../kernel/form-fields.ts'
import { useUser } from '../kernel/provider.tsx'
import { type DirtyListener, useDraft } from '../kernel/use-draft.ts'
import type { Stored } from '../kernel/use-draft-form.ts'
import { useRead } from '../kernel/use-read.ts'
import type { WriteResult } from '../kernel/use-write.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import type { PartProps } from '../ui/part.ts'
import { type TenantTabHrefs, TenantTabs } from './tenant-tabs.tsx'
import { useTenantTexts } from './texts.ts'

/** The props of the page of web or app settings; `F` names its fields. */
export interface PartFormProps<F extends string = string>
  extends Pick<PartProps, 'className' | 'rootRef'>,
    FormLook {
  tenantId: string
  listHref?: string
  /** The screens of a tenant. Keep it stable. */
  tabHrefs?: TenantTabHrefs
  onDirtyChange?: DirtyListener
  /** Goes to another page of the host. */
  onGo?: (href: string) => void
  /** Fields that aren't shown, or can't be changed. What is hidden is never sent, and keeps what is stored. */
  fields?: FormFields<F> | undefined
}

interface PartPageProps<D extends FieldValues> extends PartFormProps {
  part: ProductPart
  draft: DraftFormProps<D>['draft']
  tenant: TenantSettings
  /** Opened when somebody saves although the product isn't activated. */
  warning: PartWarning
  children: ReactNode
}

/** TENANT-15, TENANT-16: whether the modal is open. */
interface PartWarning {
  open: boolean
  set(open: boolean): void
}

/** Reads the tenant beside its part: title, products. */
export const useTenantOf = (tenantId: string) => useRead(tenants.view, { tenantId })

export function usePartWarning(): PartWarning {
  const [open, set] = useState(false)
  return { open, set }
}

/** The frame of web and app settings: the tenant's name and tabs, and the warning where its product isn't activated. */
export function PartPage<D extends FieldValues>(props: PartPageProps<D>) {
  const { part, draft, tenant, warning, tabHrefs, listHref, children, onGo } = props
  const { text } = useTenantTexts()
  const { role } = useUser()
  const code = missingProduct(part, tenant.activatedProducts)
  const general = tabHrefs?.(tenant.tenantId).general
  const close = () => warning.set(false)
  return (
    <DraftForm
      draft={{ ...draft, look: props }}
      back={{ href: listHref, label: text('ui.nav.tenants') }}
      isNew={false}
      title={text('ui.tenants.part', { tenant: tenant.name, part: text(`ui.tenants.tab.${part}`) })}
      unusable={role === Role.Tenant ? text('ui.tenants.readOnly') : undefined}
      tabs={<TenantTabs current={part} hrefs={tabHrefs} tenantId={tenant.tenantId} />}
    >
      {children}
      <ConfirmDialog
        open={warning.open}
        onClose={close}
        onConfirm={() => {
          close()
          if (general !== undefined) onGo?.(general)
        }}
        tone="primary"
        title={text(code ?? 'web.notActivated')}
        confirmLabel={text('ui.tenants.tab.general')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
      />
    </DraftForm>
  )
}

/** A part of a tenant's settings; its version is null as long as it was never saved. */
type Part = { version: number | null }

/** What an open form of a part is given. */
export interface OpenPart<S extends Part> {
  tenant: TenantSettings
  settings: S
  refresh(): Promise<S | undefined>
  warning: PartWarning
  onDirtyChange?: DirtyListener | undefined
  fields?: FormFields | undefined
}

interface Options<D extends FieldValues, S extends Part> extends OpenPart<S> {
  part: ProductPart
  /** What it begins with. */
  start: D
  check(values: D, settings: S): readonly Issue[]
  /** Keep it stable. */
  toStored(settings: S): Stored<D>
  add(input: Partial<D> & { tenantId: string }): Promise<WriteResult<S>>
  change(input: Partial<D> & { tenantId: string; version: number | undefined }): Promise<WriteResult<S>>
}

/** TENANT-14: the draft of web or app settings; without its product nothing is sent and the warning opens. */
export function usePartDraft<D extends FieldValues, S extends Part>(
  options: Options<D, S>,
): DraftFormProps<D>['draft'] {
  const { part, start, tenant, settings, refresh, warning, fields, onDirtyChange } = options
  const { check, toStored, add, change } = options
  const { text } = useTenantTexts()
  const { tenantId } = tenant
  const stored = useMemo(() => toStored(settings), [settings, toStored])
  const draft = useDraft<D, S>({
    stored,
    fields,
    check: values => shownIssues(check(values, settings), fields),
    async save(values, { changes, version }) {
      const code = missingProduct(part, tenant.activatedProducts)
      if (code !== undefined) {
        warning.set(true)
        return { kind: 'failed', error: new KinoraError('refused', { detail: text(code) }) }
      }
      return settings.version === null
        ? add({ tenantId, ...withoutHidden(values, fields) })
        : change({ tenantId, ...changes, version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored,
    onDirtyChange,
    keep: `${part} settings ${tenantId}`,
  })
  const noun = `${part}-settings` as const
  return settings.version === null ? draft : { ...draft, history: { noun, row: tenantId, start } }
}
