import {
  categories,
  channels,
  collections,
  documents,
  events,
  labels,
  members,
  newWebhook,
  providers,
  type SiteOf,
  site,
  subscriptions,
  tenants,
  webhooks,
} from '@kinora/core'
import type { ReactElement } from 'react'
import { CategoryForm } from '../categories/category-form.tsx'
import { SubCategoryForm } from '../categories/sub-category-form.tsx'
import { ChannelForm } from '../channels/channel-form.tsx'
import { CollectionForm } from '../collections/collections.tsx'
import { DocumentForm } from '../documents/documents.tsx'
import { EventForm } from '../events/event-form.tsx'
import type { FormFields } from '../kernel/form-fields.ts'
import type { Kinora } from '../kernel/kinora.ts'
import { MemberView } from '../members/member-view.tsx'
import { ProviderForm } from '../providers/provider-form.tsx'
import { CustomLinkForm } from '../site/custom-link-form.tsx'
import { SubscriptionForm } from '../subscriptions/subscription-form.tsx'
import { TaxonomyForm } from '../taxonomies/taxonomy-form.tsx'
import { TenantForm } from '../tenants/tenant-form.tsx'
import { WebhookForm } from '../webhooks/webhook-form.tsx'

const tenantId = 'pulsehouse'

interface StoredForm {
  /** What its row is called. */
  name: string
  open: (fields: FormFields) => ReactElement
}

/** By what it is marked as, each form that is called as its row is, on a row that is stored. */
export const storedForms: Readonly<Record<string, (kinora: Kinora) => Promise<StoredForm>>> = {
  async 'categories-form'({ session }) {
    const { data } = await session.send(categories.list, { tenantId, take: -1 })
    const { categoryId, name } = data.find(category => category.tenantId === tenantId)!
    return { name: name.invariantText, open: fields => <CategoryForm id={categoryId} fields={fields} /> }
  },
  async 'sub-categories-form'({ session }) {
    const { data } = await session.send(categories.list, { tenantId, take: -1 })
    const { categoryId, subCategories } = data.find(
      category => category.tenantId === tenantId && category.subCategories.length > 0,
    )!
    const { subCategoryId, name } = subCategories[0]!
    return {
      name: name.invariantText,
      open: fields => <SubCategoryForm categoryId={categoryId} id={subCategoryId} fields={fields} />,
    }
  },
  async 'channels-form'({ session }) {
    const found = await session.send(channels.list, { take: 1 })
    const { tag, displayName } = found.channels[0]!
    return { name: displayName, open: fields => <ChannelForm id={tag} fields={fields} /> }
  },
  async 'collections-form'({ session }) {
    const { data } = await session.send(collections.list, { tenantId, take: 1 })
    const { collectionTag, name } = data[0]!
    return { name, open: fields => <CollectionForm id={collectionTag} fields={fields} /> }
  },
  async 'documents-form'({ session }) {
    const { data } = await session.send(documents.list, { tenantId, take: 1 })
    const { documentId, title } = data[0]!
    return { name: title, open: fields => <DocumentForm id={documentId} fields={fields} /> }
  },
  async 'events-form'({ session }) {
    const { data } = await session.send(events.list, { tenantId, take: 1 })
    const { eventId, title } = data[0]!
    return { name: title, open: fields => <EventForm id={eventId} fields={fields} /> }
  },
  async 'providers-form'({ session }) {
    const { data } = await session.send(providers.list, { take: -1 })
    const { tag, displayName } = data.find(({ isTenantProvider }) => !isTenantProvider)!
    return { name: displayName, open: fields => <ProviderForm id={tag} fields={fields} /> }
  },
  async 'subscriptions-form'({ session }) {
    const { data } = await session.send(subscriptions.list, { tenantId, take: 1 })
    const { subsPackageId, title } = data[0]!
    return { name: title, open: fields => <SubscriptionForm id={subsPackageId} fields={fields} /> }
  },
  async 'labels-form'({ session }) {
    const text = `Label ${crypto.randomUUID().slice(0, 8)}`
    const { labelId } = await session.send(labels.create, {
      tenantId,
      name: { 'en-GB': text },
      isActive: true,
    })
    return { name: text, open: fields => <TaxonomyForm kind="label" id={labelId} fields={fields} /> }
  },
  async 'tenants-form'({ session }) {
    const { name } = await session.send(tenants.view, { tenantId })
    return { name, open: fields => <TenantForm id={tenantId} fields={fields} /> }
  },
  async 'webhooks-form'({ session }) {
    const url = `https://example.org/${crypto.randomUUID()}`
    const { webhookId } = await session.send(webhooks.create, { ...newWebhook, url, isActive: false })
    return { name: url, open: fields => <WebhookForm id={webhookId} fields={fields} /> }
  },
  async 'custom-links-form'({ session }) {
    const { data } = await session.send(site.list, { tenantId, configurationType: 'custom' })
    const { tag, linkText } = (data as unknown as SiteOf<'custom'>[])[0]!
    return { name: linkText, open: fields => <CustomLinkForm id={tag} fields={fields} /> }
  },
  async 'members-form'({ session }) {
    const { data } = await session.send(members.list, { tenantId, take: 50 })
    const { userId, name } = data.find(member => member.name !== '')!
    return { name, open: fields => <MemberView userId={userId} fields={fields} /> }
  },
}
