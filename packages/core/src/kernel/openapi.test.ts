import { describe, expect, test } from 'vitest'
import { contract, neededRights } from '../contract.ts'
import { eventSchemas, LogEventType } from '../event-log/schema.ts'
import { toOpenApi } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: object; style?: string }[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: { properties?: Record<string, object>; type?: string } }>
  }
  responses: Record<string, { description?: string; $ref?: string }>
}

const document = toOpenApi(contract, { title: 'Kinora', version: '0.1.0', rightsOf: neededRights }) as {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; responses: object; securitySchemes: Record<string, object> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const operation = (id: string) => operations.find(entry => entry.operation.operationId === id)!.operation

describe('PKG-01 the contract as OpenAPI 3.1', () => {
  test('has what the specification demands of a document and of every operation', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Kinora', version: '0.1.0' })
    for (const { path, method, operation } of operations) {
      expect(path.startsWith('/'), path).toBe(true)
      expect(['get', 'post', 'put', 'patch', 'delete'], path).toContain(method)
      expect(operation.summary, operation.operationId).not.toBe('')
      expect(Object.keys(operation.responses), operation.operationId).toContain('default')
      for (const parameter of operation.parameters ?? [])
        expect(parameter.schema, operation.operationId).toBeTypeOf('object')
      if (method === 'get') expect(operation.requestBody, operation.operationId).toBeUndefined()
    }
  })

  test('KEY-01 says which calls a key may make, and by which rights', () => {
    const secured = (id: string) => {
      const { security, 'x-rights': rights } = operation(id) as unknown as Record<string, unknown>
      return { security, rights }
    }
    const person = { bearer: [] }
    expect(secured('labels.create')).toEqual({ security: [person, { key: [] }], rights: ['catalogue'] })
    expect(secured('session.verify')).toEqual({ security: [person, { key: [] }], rights: [] })
    expect(secured('keys.create')).toEqual({ security: [person], rights: undefined })
    expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  test('KEY-08 says which calls take an idempotency key', () => {
    const taking = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some(({ name, in: place }) => name === 'idempotency-key' && place === 'header'),
    )
    const ids = taking.map(each => each.operation.operationId)
    expect(ids).toEqual(expect.arrayContaining(['labels.create', 'keys.create', 'webhooks.rotate']))
    expect(taking.every(({ method }) => method === 'post')).toBe(true)
    for (const id of ['session.login', 'labels.list', 'titles.update', 'uploads.video'])
      expect(ids).not.toContain(id)
  })

  test('names every operation once and every endpoint and alias at least once', () => {
    const ids = operations.map(entry => entry.operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const endpoints = Object.values(contract).flatMap(noun => Object.values(noun))
    expect(ids.length).toBe(endpoints.reduce((sum, endpoint) => sum + 1 + endpoint.aliases.length, 0))
  })

  test('declares exactly the placeholders of a path as its path parameters', () => {
    for (const { path, operation } of operations) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      const declared = (operation.parameters ?? []).filter(entry => entry.in === 'path')
      expect(
        declared.map(entry => entry.name),
        path,
      ).toEqual(placeholders)
      expect(
        declared.every(entry => entry.required),
        path,
      ).toBe(true)
    }
  })

  test('resolves every reference inside the document', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1]!)
    for (const reference of new Set(references)) {
      expect(reference.startsWith('#/'), reference).toBe(true)
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document)
      expect(target, reference).toBeDefined()
    }
  })

  test('splits the input as the wire does: query, header, list as body, files as binary strings', () => {
    const search = operation('titles.search').parameters!.map(entry => `${entry.in} ${entry.name}`)
    expect(search).toEqual(
      ['page', 'take', 'from', 'to', 'count', 'sort', 'dir'].map(name => `query ${name}`),
    )
    expect(operation('metadata.view').parameters).toMatchObject([
      { name: 'tenantId', in: 'header', required: false },
    ])
    expect(operation('titles.remove').requestBody!.content['application/json']!.schema.type).toBe('array')
    const form = operation('uploads.video').requestBody!.content['multipart/form-data']!.schema
    expect(form.properties!.file).toEqual({ type: 'string', format: 'binary' })
  })

  test('keeps its addresses', () => {
    expect(
      operations.map(
        ({ path, method, operation }) => `${operation.operationId}: ${method.toUpperCase()} ${path}`,
      ),
    ).toMatchSnapshot()
  })
})

describe('API-54, API-152 a file of several formats', () => {
  test('names each of them', () => {
    const { 200: answer } = operation('reports.tracking').responses as unknown as Record<
      string,
      { content: object }
    >
    expect(Object.keys(answer!.content)).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/csv; charset=utf-8',
      'application/json; charset=utf-8',
    ])
  })
})

test('HOOK-01 every event that is sent stands under webhooks, with its schema', () => {
  const info = { title: 'Kinora', version: '0.1.0' }
  const { webhooks } = toOpenApi(contract, info, { sent: eventSchemas }) as {
    webhooks: Record<string, { post: Operation }>
  }
  expect(Object.keys(webhooks).sort()).toEqual([...LogEventType.options].sort())
  const { post } = webhooks['title.published']!
  expect(post.parameters?.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  const { properties } = post.requestBody!.content['application/json']!.schema
  expect(properties).toMatchObject({ type: { const: 'title.published' } })
  expect((properties!.data as { properties: object }).properties).toHaveProperty('titleTag')
})
