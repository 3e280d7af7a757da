import { type Tenant, type TenantRemoval, tenants } from '@kinora/core'
import { useState } from 'react'
import { useInvalidateOnUnmount } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { type TenantTexts, useTenantTexts } from './texts.ts'

interface DeleteTenantProps {
  /** The one that is to go, without a name where the host hides it; undefined while none is. */
  tenant: (Pick<Tenant, 'tenantId'> & { name: string | undefined }) | undefined
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

const invalidates = ['tenants', 'providers'] as const

/** TENANT-29, C-98: asks first; one that owns titles or channels stays, and the dialog says how many. */
export function DeleteTenant({ tenant, onClose, onDeleted }: DeleteTenantProps) {
  const texts = useTenantTexts()
  const { text, error } = texts
  const toasts = useToasts()
  const [refused, setRefused] = useState<TenantRemoval>()
  const remove = useWrite(tenants.remove, {
    invalidates,
    failure: handledByCaller,
    leaves: onDeleted !== undefined,
  })
  const invalidateOnUnmount = useInvalidateOnUnmount(invalidates)
  const close = () => {
    setRefused(undefined)
    onClose()
  }
  const confirm = async () => {
    if (tenant === undefined) return
    const result = await remove.send({ tenantIds: [tenant.tenantId] })
    if (result.kind !== 'done') return
    const [item] = result.output
    if (item?.status === 409) return setRefused(item)
    if (item?.status === 200) toasts.show({ text: text('success.itemDeleted'), tone: 'positive' })
    close()
    if (onDeleted === undefined) return
    invalidateOnUnmount()
    onDeleted()
  }
  const name = tenant?.name
  const why =
    refused !== undefined
      ? text('ui.tenants.owns', { name: name ?? tenant?.tenantId ?? '', owned: ownedWords(refused, texts) })
      : remove.error === null
        ? undefined
        : error(remove.error)
  return (
    <ConfirmDialog
      open={tenant !== undefined}
      onClose={close}
      onConfirm={() => void confirm()}
      title={name === undefined ? text('ui.tenants.delete') : text('ui.deleteNamed', { name })}
      text={text('ui.tenants.deleteText')}
      confirmLabel={text('ui.tenants.delete')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={remove.isPending}
      error={why}
    />
  )
}

function ownedWords({ titles, channels }: TenantRemoval, { text }: TenantTexts): string {
  const words = {
    titles: text('ui.titles.count', { count: titles }),
    channels: text('ui.channels.count', { count: channels }),
  }
  if (titles > 0 && channels > 0) return text('ui.tenants.ownedBoth', words)
  return titles > 0 ? words.titles : words.channels
}
