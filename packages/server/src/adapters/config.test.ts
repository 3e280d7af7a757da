import type { KinoraError } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const refusal = (environment: Record<string, string>): string | undefined => {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return (error as KinoraError).detail
  }
}

describe('PKG-02 configuration from the environment', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 4700,
      host: '127.0.0.1',
      dataDir: '.kinora',
      logLevel: 'warn',
      empty: false,
      demoClips: true,
    })
  })

  test('C-134, C-135 reads what is set; an empty value is not', () => {
    const config = readConfig(
      {
        PORT: '8080',
        DATABASE_URL: 'postgres://kinora@db/kinora',
        KINORA_ORIGINS: 'https://a.test, https://b.test',
        HOST: '',
        KINORA_DEMO_CLIPS: 'off',
        KINORA_STRIPE_URL: 'http://127.0.0.1:4711',
        KINORA_URL_CHECK_NETWORKS: '10.0.0.0/8, 192.168.1.1',
        KINORA_PRODUCT_NAME: 'Studio',
      },
      { empty: true },
    )
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: 'postgres://kinora@db/kinora',
      origins: ['https://a.test', 'https://b.test'],
      empty: true,
      demoClips: false,
      stripeUrl: 'http://127.0.0.1:4711',
      urlCheckNetworks: ['10.0.0.0/8', '192.168.1.1'],
      productName: 'Studio',
    })
    expect(readConfig({})).toMatchObject({ stripeUrl: undefined, urlCheckNetworks: [] })
  })

  test('OPS-05 reads where files are stored, and the usual variables of its key', () => {
    const place = (variables: Record<string, string>) => readConfig(variables).files
    const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect(place(key)).toBeUndefined()
    expect(place({ KINORA_FILES: 's3://bucket', AWS_REGION: 'eu-central-1', ...key })).toMatchObject({
      ...{ bucket: 'bucket', prefix: '', region: 'eu-central-1', style: 'virtual' },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    const endpoint = 'https://s3.example'
    expect(place({ KINORA_FILES: 's3://b.c/d/e/', AWS_ENDPOINT_URL_S3: endpoint })).toMatchObject({
      ...{ bucket: 'b.c', prefix: 'd/e/', region: 'us-east-1', endpoint, style: 'path' },
      credentials: undefined,
    })
    expect(refusal({ KINORA_FILES: 's3://bucket', AWS_ACCESS_KEY_ID: 'id' })).toBe(
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, both or none.',
    )
  })

  test('BULK-10 reads where the media of bulk uploads are: a folder, or a bucket by the same key or one of its own', () => {
    const place = (variables: Record<string, string>) => readConfig(variables).fileStore
    const key = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL: 'https://s3.example',
    }
    expect([place(key), place({ ...key, KINORA_FILE_STORE: '' })]).toEqual([undefined, undefined])
    expect(place({ ...key, KINORA_FILE_STORE: '/mnt/media' })).toBe('/mnt/media')
    const store = { KINORA_FILE_STORE: 's3://intake/media' }
    expect(place({ ...key, ...store })).toMatchObject({
      ...{ bucket: 'intake', prefix: 'media/', endpoint: 'https://s3.example', isApart: false },
      credentials: { accessKeyId: 'id' },
    })
    const own = { KINORA_FILE_STORE_AWS_ACCESS_KEY_ID: 'other', KINORA_FILE_STORE_AWS_SECRET_ACCESS_KEY: 'x' }
    expect(place({ ...key, ...store, ...own })).toMatchObject({
      ...{ endpoint: undefined, style: 'virtual', isApart: true },
      credentials: { accessKeyId: 'other' },
    })
    const bad = { KINORA_FILE_STORE: 's3://Bad_Name' }
    const named = 'KINORA_FILE_STORE must be a folder, or a bucket like s3://bucket or s3://bucket/prefix.'
    expect(refusal(bad)).toBe(named)
    expect(refusal({ ...bad, PORT: 'x' })).toBe(`PORT must be a whole number from 0 to 65535.\n${named}`)
    expect(refusal({ ...store, KINORA_FILE_STORE_STYLE: 'host' })).toBe(
      'KINORA_FILE_STORE_STYLE must be path or virtual.',
    )
    expect(refusal({ ...store, KINORA_FILES_STYLE: 'host' })).toBe(
      'KINORA_FILES_STYLE must be path or virtual.',
    )
    expect(
      refusal({
        ...{ ...store, ...own, KINORA_FILE_STORE_STYLE: 'host' },
        KINORA_FILE_STORE_AWS_ENDPOINT_URL: 's3.example',
      }),
    ).toBe(
      [
        'KINORA_FILE_STORE_STYLE must be path or virtual.',
        'KINORA_FILE_STORE_AWS_ENDPOINT_URL must be an address like https://s3.example.',
      ].join('\n'),
    )
    expect(refusal({ ...store, KINORA_FILE_STORE_AWS_REGION: 'eu-central-1' })).toMatch(
      /^KINORA_FILE_STORE_AWS_ACCESS_KEY_ID and KINORA_FILE_STORE_AWS_SECRET_ACCESS_KEY must both be set/,
    )
  })

  test.each([
    ['KINORA_MEDIA_URL', 'cdn', 'KINORA_MEDIA_URL must be store, or an address like https://cdn.example.'],
    [
      'KINORA_MEDIA_URL',
      'https://c/?a',
      'KINORA_MEDIA_URL must be store, or an address like https://cdn.example.',
    ],
    ['KINORA_MEDIA_SECRET', 'short', 'KINORA_MEDIA_SECRET must have at least 32 characters.'],
    ['KINORA_FILES', '/mnt/files', 'KINORA_FILES must be a bucket like s3://bucket or s3://bucket/prefix.'],
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
    [
      'KINORA_TRUSTED_PROXIES',
      '10.0.0.1, example',
      'KINORA_TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8, with commas between.',
    ],
    [
      'KINORA_URL_CHECK_NETWORKS',
      'everything',
      'KINORA_URL_CHECK_NETWORKS must be addresses or networks like 10.0.0.0/8, with commas between.',
    ],
    [
      'KINORA_SUPPORT_URL',
      'ftp://help.example',
      'KINORA_SUPPORT_URL must be an address like https://help.example/new or mailto:help@studio.example.',
    ],
    ['KINORA_STRIPE_URL', 'stripe', 'KINORA_STRIPE_URL must be an address like https://stripe.example.'],
    [
      'KINORA_METRICS_TOKEN',
      'short',
      'KINORA_METRICS_TOKEN must have at least 16 letters, digits or signs of . ~ + / = _ -.',
    ],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
    ['HOST', 'a b', 'HOST must be a host name or an address.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be an address like postgres://user@host/database.'],
    ['KINORA_DEMO_PASSWORD', 'short', 'KINORA_DEMO_PASSWORD must have at least 8 characters.'],
    ['KINORA_SECRET', 'short', 'KINORA_SECRET must have at least 32 characters.'],
    [
      'KINORA_ACCESS_TOKEN_SECONDS',
      '1',
      'KINORA_ACCESS_TOKEN_SECONDS must be a whole number from 5 to 86400.',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of: debug, info, warn, error, silent.'],
    [
      'KINORA_ORIGINS',
      'https://a.test/path',
      'KINORA_ORIGINS must be origins like https://studio.example, with commas between.',
    ],
  ])('refuses %s=%s by name', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence)
  })

  test('names every bad value at once and repeats none, for it may be a secret', () => {
    const text = refusal({ PORT: 'x', KINORA_SECRET: 'hunter2' })
    expect(text?.split('\n')).toHaveLength(2)
    expect(text).not.toContain('hunter2')
  })
})
