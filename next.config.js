/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The optimizer has had an advisory a month and nothing here needs it (docs of trust, A5).
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  // A file of 10 MB and what a form puts around it: beyond, Next would cut the body where `lib/web/upload-route.ts` is to say so.
  experimental: {
    proxyClientMaxBodySize: '12mb',
    // CI builds once, from nothing: what writing a cache takes, no later build gives back.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
  },
  serverExternalPackages: ['pino', 'postgres', 'ioredis', '@node-rs/argon2', 'nodemailer', 'piscina'],
  // Pages get theirs in proxy.ts, and the API sets its own.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // `npm run check` checks the types, with the compiler of the project.
  typescript: { ignoreBuildErrors: true },
}
