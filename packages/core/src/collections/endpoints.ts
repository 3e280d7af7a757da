import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion } from '../kernel/fields.ts'
import { Direction, Paged, PageInput } from '../kernel/pages.ts'
import { TitleFilter, TitlePage, TitleSort } from '../titles/schema.ts'
import {
  Collection,
  CollectionDraft,
  CollectionRemoval,
  CollectionSearch,
  collectionLimits,
} from './schema.ts'

/** F-2 */
const { del, get, patch, post, put } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const ofTenant = z.object({ tenantId: Id.meta({ wire: 'tenant' }) })
const byTag = ofTenant.extend({ tag: Id })
const Tags = z.array(Id.min(1)).min(1).max(collectionLimits.classes)
const ofClasses = byTag.extend({ titleTags: Tags })
const { name, description, active, documentIds } = CollectionDraft.shape
/** COLL-09; the tenant stands in the path, and what is offered is published. */
const ClassFilter = TitleFilter.omit({
  tenant: true,
  status: true,
  stuck: true,
  dueSoon: true,
  releaseWithin: true,
}).shape

export const collections = noun('collections', {
  list: get('/api/v1/tenants/{tenant}/collections', {
    summary: 'The tenant’s collections in display order, with their classes (API-122)',
    input: ofTenant.extend(CollectionSearch.shape),
    output: Paged(Collection),
  }),
  view: get('/api/v1/tenants/{tenant}/collections/{tag}', {
    summary:
      'One collection with its classes in their order; with upcoming also those whose date lies in the future (API-123)',
    input: byTag.extend({ upcoming: z.boolean().default(false) }),
    output: Collection,
  }),
  classes: get('/api/v1/tenants/{tenant}/titles', {
    summary: 'The titles that a collection of the tenant can have: those that its site shows (API-124)',
    input: ofTenant
      .extend(PageInput.shape)
      .extend({ sort: TitleSort.default('createdDate'), dir: Direction.default('desc') })
      .extend(ClassFilter),
    output: TitlePage,
  }),
  create: post('/api/v1/tenants/{tenant}/collection', {
    summary:
      'Adds a collection, with classes and active where that is asked for, and answers with its tag (API-125)',
    input: ofTenant.extend({
      name,
      description,
      documentIds: documentIds.optional(),
      active: active.optional().meta({ wire: 'IsActive' }),
      titleTags: z.array(Id.min(1)).max(collectionLimits.classes).optional(),
    }),
    output: z.object({ collectionTag: z.string() }),
    status: 201,
  }),
  update: put('/api/v1/tenants/{tenant}/collections/{tag}', {
    summary: 'Changes a collection; what is left out stays (API-126)',
    input: byTag
      .extend({
        name: name.optional().meta({ wire: 'Name' }),
        description: description.optional().meta({ wire: 'Description' }),
        active: active.optional().meta({ wire: 'IsActive' }),
        documentIds: documentIds.optional(),
      })
      .extend(KnownVersion.shape),
    output: Collection,
  }),
  highlight: patch('/api/v1/tenants/{tenant}/collections/{tag}', {
    summary: 'Features a collection or makes it the class of the day; the former one no longer is (API-127)',
    input: byTag.extend({
      isFeaturedCollection: z.boolean().optional(),
      isClassOfDayCollection: z.boolean().optional(),
    }),
    output: Done,
  }),
  addClasses: post('/api/v1/tenants/{tenant}/collections/{tag}/titles', {
    summary: 'Adds titles at the end of a collection; those that it has stay where they are (API-128)',
    input: ofClasses,
    body: 'titleTags',
    output: Done,
  }),
  reorderClasses: put('/api/v1/tenants/{tenant}/collections/{tag}/titles', {
    summary: 'Puts classes of a collection into this order; those left out keep their places (API-128)',
    input: ofClasses,
    body: 'titleTags',
    output: Done,
  }),
  removeClasses: del('/api/v1/tenants/{tenant}/collections/{tag}/titles', {
    summary: 'Takes titles out of a collection (API-128)',
    input: ofClasses,
    body: 'titleTags',
    output: Done,
  }),
  remove: del('/api/v1/tenants/{tenant}/collections', {
    summary: 'Deletes collections, each on its own (API-129)',
    input: ofTenant.extend({ tags: z.array(Id.min(1)).min(1).max(limits.filter) }),
    body: 'tags',
    output: z.array(CollectionRemoval),
  }),
  reorder: post('/api/v1/collections/reorder', {
    summary: 'Puts collections into this order; those left out keep their places (API-130)',
    input: z.object({
      tenantId: Id.meta({ wire: 'TenantId' }),
      collectionIds: z.array(Id.min(1)).min(1).max(limits.filter).meta({ wire: 'CollectionIds' }),
    }),
    output: Done,
  }),
})
