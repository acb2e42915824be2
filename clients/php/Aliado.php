<?php

declare(strict_types=1);

/**
 * A client of the integration API in one file, for PHP 8.1 or newer with its curl extension: copy it into your system.
 *
 * What it does for a till: it repeats a call whose answer was lost, with growing, random waits, until a deadline; it waits as
 * `Retry-After` says; it keeps one token for all processes and renews it in time. It cannot remember a sale. Before `apply` and before
 * `confirm`, keep with the sale a key of `AliadoClient::newIdempotencyKey()` and what you send; after an `AliadoUnanswered`, also after
 * a restart, send the same again with the same key: nothing is ever done twice.
 *
 * Amounts are RD$ as numbers of at most two decimals: add up in cents, and divide by 100 at the end. An answer may bring fields and
 * values that are not named here: ignore them. (The whole API: `/developers` of the offices.)
 */

namespace Aliado;

/** A repetition, for your log. It holds no secret and nothing about a customer. */
final class Retry
{
    public function __construct(
        /** Such as `POST /api/v1/integrations/consumptions`. */
        public readonly string $operation,
        public readonly string $requestId,
        /** How often it has been tried so far. */
        public readonly int $tries,
        /** Seconds. */
        public readonly float $wait,
        /** Of the answer that made it necessary; 0 when none came. */
        public readonly int $status,
        public readonly ?string $errorCode,
    ) {
    }
}

/** Why a call gave no value. Its message may be shown to the cashier; `requestId` is what support asks for. */
abstract class AliadoError extends \RuntimeException
{
    /** HTTP status of the last answer; 0 when none came. */
    public readonly int $status;
    /** The service's stable code; null when the last answer was not the service's. Branch on it. */
    public readonly ?string $errorCode;
    public readonly ?string $title;
    /** @var list<array{message: string, field?: string}> `field` is the JSON path of what is wrong in what was sent. */
    public readonly array $messages;
    public readonly string $requestId;
    /** How many seconds the last answer asked to wait, if it did. */
    public readonly ?float $retryAfter;

    /** @internal */
    public function __construct(string $message, string $requestId, ?Reply $reply)
    {
        parent::__construct($message);
        $this->status = $reply?->status ?? 0;
        $this->errorCode = $reply?->code();
        $this->title = $reply?->text('title');
        $this->messages = $reply?->messages() ?? [];
        $this->requestId = $reply?->header('x-request-id') ?? $requestId;
        $this->retryAfter = $reply?->retryAfter();
    }
}

/**
 * The service refused the call, and nothing was done. The same call is refused again until the cause that `errorCode` names is corrected.
 * (With 401 and 403 the cause is the credential: keep a paid sale, and confirm it with the same key when the credential is right.)
 */
final class AliadoRefused extends AliadoError
{
}

/**
 * Outcome unknown: no answer that settles it came in time, so what was asked may have been done, or not. Keep the sale, and send the same
 * again with the same key, not sooner than `retryAfter`. A purchase whose `apply` ends so may be charged without the benefit: what was
 * reserved ends by itself.
 */
final class AliadoUnanswered extends AliadoError
{
}

/** One for each credential. */
final class AliadoClient
{
    /** As the contract says: a token is renewed when less than one minute remains. */
    private const RENEW_BEFORE = 60.0;
    /** The longest that a sale waits for a renewal while a token lives, and how long the next is put off when one fails. */
    private const RENEWAL_MAX = 2.0;
    private const RENEWAL_PAUSE = 10.0;
    private const ADVICE = [
        'token' => 'No answer: ask again.',
        'reading' => 'No answer: ask again.',
        'writing' => 'Outcome unknown: send it again.',
        'keyed writing' => 'Outcome unknown: send it again with the same key.',
    ];

    private readonly string $url;
    private readonly string $tokenUrl;
    private readonly \CurlHandle $curl;
    private readonly \Closure $random;
    private ?Token $token = null;
    /** The text of the last token that was refused. */
    private string $refused = '';
    private float $renewNotBefore = 0.0;

    /**
     * Times are seconds. A credential is an API key, or an OAuth client's id and secret. `$url` is the service's address, without
     * `/api/v1`.
     *
     * @param ?string $tokenFile where the processes of this machine share a token: without it each asks for its own. Only your system
     *   may read it.
     * @param array<string, string> $headers sent with every request, such as `User-Agent` or `X-Terminal-Id`
     * @param ?callable(Retry): mixed $onRetry called at every repetition, for your log
     * @param ?callable(): float $random the source of chance for the waits, from 0 up to 1
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter]
        private readonly ?string $apiKey = null,
        private readonly ?string $clientId = null,
        #[\SensitiveParameter]
        private readonly ?string $clientSecret = null,
        ?string $tokenUrl = null,
        private readonly ?string $tokenFile = null,
        private readonly float $deadline = 20.0,
        private readonly float $tryMax = 8.0,
        private readonly int $triesMax = 5,
        private readonly float $backoff = 0.5,
        private readonly float $backoffMax = 5.0,
        private readonly float $retryAfterMax = 30.0,
        private readonly array $headers = [],
        private readonly mixed $onRetry = null,
        ?callable $random = null,
    ) {
        $secrets = $clientId === null && $clientSecret === null ? [$apiKey] : [$clientId, $clientSecret];
        if ($apiKey !== null && count($secrets) === 2) {
            throw new \InvalidArgumentException('A credential is an API key or an OAuth client, not both.');
        }
        foreach ([...$secrets, ...array_values($headers)] as $place => $text) {
            // A header is a line: what breaks it would be another header. The error does not repeat a secret.
            $isSound = preg_match($place < count($secrets) ? '/^[\x21-\x7e]+$/D' : '/^[\x20-\x7e]*$/D', (string) $text) === 1;
            if (!$isSound) {
                throw new \InvalidArgumentException('A credential and headers must be given, as printable characters.');
            }
        }
        $this->url = rtrim($url, '/');
        $this->tokenUrl = $tokenUrl ?? "{$this->url}/connect/token";
        $this->random = $random === null ? static fn (): float => random_int(0, PHP_INT_MAX - 1) / PHP_INT_MAX : $random(...);
        $this->curl = curl_init();
    }

    /**
     * What `var_dump` shows: no secret and no token.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['url' => $this->url];
    }

    /**
     * A key for one operation, `apply` or `confirm`: make it once, and keep it with the sale before the call. A UUID of version 7 (RFC 9562), of
     * its moment and 74 random bits: the service stores keys of one time together.
     */
    public static function newIdempotencyKey(): string
    {
        $moment = str_pad(self::moment(16), 12, '0', STR_PAD_LEFT);
        return substr($moment, 0, 8) . '-' . substr($moment, 8) . '-7' . substr(self::uuid(), 15);
    }

    /**
     * Whose the credential is and what it may do: to ask when a till starts, or to see whether a key works.
     *
     * @return array<string, mixed>
     */
    public function credential(?float $deadline = null): array
    {
        return $this->get('/api/v1/integrations/credential', [], $deadline)['value'];
    }

    /**
     * They change rarely: keep them for a day.
     *
     * @return list<array<string, mixed>>
     */
    public function identificationTypes(?float $deadline = null): array
    {
        return $this->get('/api/v1/integrations/identification-types', [], $deadline)['value'];
    }

    /**
     * Whether a customer has benefits today, and which. When not, charge the purchase normally: no reason is given.
     *
     * @param array<string, mixed> $person
     * @return array<string, mixed>
     */
    public function eligibility(array $person, ?float $deadline = null): array
    {
        return $this->post('reading', '/api/v1/integrations/eligibility', $person, [], $deadline);
    }

    /**
     * Reserves a discount. `finalAmount` is what to charge.
     *
     * @param array<string, mixed> $purchase
     * @return array<string, mixed>
     */
    public function apply(array $purchase, string $idempotencyKey, ?float $deadline = null): array
    {
        $headers = self::keyHeader($idempotencyKey);
        return $this->post('keyed writing', '/api/v1/integrations/discounts/apply', $purchase, $headers, $deadline);
    }

    /**
     * Registers the consumption of a purchase that is paid, and of no other. Its key is not that of `apply`.
     *
     * @param array<string, mixed> $paid
     * @return array<string, mixed>
     */
    public function confirm(array $paid, string $idempotencyKey, ?float $deadline = null): array
    {
        $headers = self::keyHeader($idempotencyKey);
        return $this->post('keyed writing', '/api/v1/integrations/consumptions', $paid, $headers, $deadline);
    }

    /**
     * What exists for a purchase, for a till that has lost its memory. Refused with 404 when nothing was ever reserved for it.
     *
     * @return array<string, mixed>
     */
    public function standing(string $reference, ?float $deadline = null): array
    {
        return $this->get('/api/v1/integrations/discounts/authorizations', ['reference' => $reference], $deadline)['value'];
    }

    /**
     * Gives a reservation back at once, when the customer gives up. Without it, it ends by itself.
     *
     * @return array<string, mixed>
     */
    public function release(string $authorizationCode, string $reference, ?float $deadline = null): array
    {
        $body = ['authorizationCode' => $authorizationCode, 'reference' => $reference];
        return $this->post('writing', '/api/v1/integrations/discounts/release', $body, [], $deadline);
    }

    /**
     * The merchant's consumptions, newest registered first, fetched page by page as they are read. Each page has its own deadline.
     *
     * @param array<string, string|int> $filter `from`, `to`, `branchId`, `reference` and `code`
     * @return \Generator<int, array<string, mixed>>
     */
    public function consumptions(array $filter = [], ?int $pageSize = null, ?float $deadline = null): \Generator
    {
        $cursor = null;
        do {
            $query = [...$filter, 'limit' => $pageSize, 'cursor' => $cursor];
            $page = $this->get('/api/v1/consumptions', $query, $deadline);
            foreach ($page['value'] as $consumption) {
                yield $consumption;
            }
            $cursor = $page['meta']['nextCursor'] ?? null;
        } while ($cursor !== null);
    }

    /**
     * @param array<string, string|int|null> $query
     * @return array<string, mixed>
     */
    private function get(string $path, array $query, ?float $deadline): array
    {
        // What is null is left out.
        $search = http_build_query($query, '', '&');
        $url = $this->url . $path . ($search === '' ? '' : "?{$search}");
        return $this->ask(new Question('GET', $url, "GET {$path}", 'reading', []), $deadline)->body ?? [];
    }

    /**
     * @param array<string, mixed> $body
     * @param array<string, string> $headers
     * @return array<string, mixed>
     */
    private function post(string $kind, string $path, array $body, array $headers, ?float $deadline): array
    {
        $headers['Content-Type'] = 'application/json';
        $question = new Question('POST', $this->url . $path, "POST {$path}", $kind, $headers, self::json($body));
        return $this->ask($question, $deadline)->body['value'] ?? [];
    }

    /** Repeats a request until an answer settles it, or until the deadline is too near for another try. */
    private function ask(Question $question, ?float $deadline = null, ?int $triesMax = null): Reply
    {
        $endsAt = self::now() + ($deadline ?? $this->deadline);
        // One for all tries: it is known also when no answer comes, and finds every try in the service's records.
        $requestId = self::newRequestId();
        $unanswered = static fn (?Reply $reply): AliadoUnanswered =>
            new AliadoUnanswered(self::unansweredText($question, $reply), $requestId, $reply);
        // Whether an earlier try may have taken effect.
        $isOpen = false;
        $isTokenRenewed = false;
        for ($tries = 1; ; $tries++) {
            try {
                $token = $this->tokenFor($question, $endsAt);
            } catch (AliadoError $error) {
                throw $error instanceof AliadoRefused && !$isOpen ? $error : $unanswered(null);
            }
            $left = $endsAt - self::now();
            if ($left <= 0) {
                throw $unanswered(null);
            }
            $reply = $this->attempt($question, $requestId, $token, min($this->tryMax, $left));
            if ($reply !== null && self::isGranted($question, $reply)) {
                return $reply;
            }
            if ($reply?->status === 401 && $token !== null && !$isTokenRenewed) {
                // The token was revoked, or expired on its way. It is renewed once in a call: when one new token does not help, another
                // does not either.
                $isTokenRenewed = true;
                $this->refused = $token->text;
                $tries--;
                continue;
            }
            if ($reply !== null && self::isFinal($reply)) {
                if ($isOpen && !self::isJudged($reply)) {
                    throw $unanswered($reply);
                }
                throw new AliadoRefused(self::refusedText($reply), $requestId, $reply);
            }
            if ($reply?->status !== 429 && str_contains($question->kind, 'writing')) {
                $isOpen = true;
            }
            $wait = $this->waitOf($tries, $reply);
            if ($tries >= ($triesMax ?? $this->triesMax) || $wait >= $endsAt - self::now()) {
                throw $unanswered($reply);
            }
            if ($this->onRetry !== null) {
                ($this->onRetry)(
                    new Retry($question->operation, $requestId, $tries, $wait, $reply?->status ?? 0, $reply?->code())
                );
            }
            self::pause($wait);
        }
    }

    /** Full jitter: tills that failed together do not come back together, also when all of them were told the same wait. */
    private function waitOf(int $tries, ?Reply $reply): float
    {
        $told = min($reply?->retryAfter() ?? 0.0, $this->retryAfterMax);
        return $told + ($this->random)() * min($this->backoffMax, $this->backoff * 2 ** ($tries - 1));
    }

    /** One request, which ends in this time whatever the network does; null when no whole answer came. */
    private function attempt(Question $question, string $requestId, ?Token $token, float $seconds): ?Reply
    {
        // Without `Expect`, curl would wait for leave before it sends a body.
        $headers = [...$this->headers, ...$question->headers, 'X-Request-Id' => $requestId, 'Expect' => ''];
        if ($token !== null) {
            $headers['Authorization'] = "Bearer {$token->text}";
        }
        if ($this->apiKey !== null && $question->kind !== 'token') {
            $headers['X-Api-Key'] = $this->apiKey;
        }
        $received = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $question->url,
            CURLOPT_CUSTOMREQUEST => $question->method,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $text): string => "{$name}: {$text}",
                array_keys($headers),
                $headers,
            ),
            CURLOPT_RETURNTRANSFER => true,
            // A redirection is never followed: it would take the credential to another address.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($seconds * 1000)),
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                [$name, $text] = [...explode(':', $line, 2), null];
                if (str_starts_with($line, 'HTTP/')) {
                    $received = [];
                } elseif ($text !== null) {
                    $received[strtolower(trim($name))] = trim($text);
                }
                return strlen($line);
            },
        ]);
        if ($question->body !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $question->body);
        }
        $text = curl_exec($this->curl);
        if (!is_string($text)) {
            return null;
        }
        return new Reply((int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $received, self::parse($text));
    }

    /** One request for a token serves all processes that share its file. While the old one lives, others use it and wait for no renewal. */
    private function tokenFor(Question $question, float $endsAt): ?Token
    {
        if ($this->apiKey !== null || $question->kind === 'token') {
            return null;
        }
        $token = $this->living();
        if ($token !== null && $token->endsAt - microtime(true) >= self::RENEW_BEFORE) {
            return $token;
        }
        if ($token !== null) {
            if (microtime(true) >= $this->renewNotBefore) {
                $this->renewNow(min(self::RENEWAL_MAX, ($endsAt - self::now()) / 2));
            }
            return $this->living() ?? $token;
        }
        $lock = $this->lock($endsAt);
        try {
            // Another process may have renewed it while this one waited.
            return $this->living() ?? $this->renew($endsAt - self::now());
        } finally {
            self::unlock($lock);
        }
    }

    /** Renews a token that still lives, unless another process does. A failure is reported when there is no other token any more. */
    private function renewNow(float $seconds): void
    {
        $lock = $this->lock(0.0);
        if ($lock === false) {
            return;
        }
        try {
            $token = $this->living();
            if ($token === null || $token->endsAt - microtime(true) < self::RENEW_BEFORE) {
                $this->renew($seconds, 1);
            }
        } catch (AliadoError) {
            $this->renewNotBefore = microtime(true) + self::RENEWAL_PAUSE;
        } finally {
            self::unlock($lock);
        }
    }

    /** The token of this process, or the newer one of the file that it shares. */
    private function living(): ?Token
    {
        $shared = $this->tokenFile === null ? false : @file_get_contents($this->tokenFile);
        $found = is_string($shared) ? self::parse($shared) : null;
        if (($found['for'] ?? null) === $this->tokenOwner() && is_string($found['token'] ?? null)) {
            $this->token = new Token($found['token'], (float) ($found['endsAt'] ?? 0));
        }
        $isLiving = $this->token !== null && $this->token->text !== $this->refused && $this->token->endsAt > microtime(true);
        return $isLiving ? $this->token : null;
    }

    private function tokenOwner(): string
    {
        return "{$this->tokenUrl} {$this->clientId}";
    }

    private function renew(float $seconds, ?int $triesMax = null): Token
    {
        $form = http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
        ], '', '&');
        $headers = ['Content-Type' => 'application/x-www-form-urlencoded'];
        $askedAt = microtime(true);
        $body = $this->ask(
            new Question('POST', $this->tokenUrl, 'POST /connect/token', 'token', $headers, $form),
            $seconds,
            $triesMax,
        )->body;
        // Absent: as the contract has it.
        $token = new Token($body['access_token'], $askedAt + (float) ($body['expires_in'] ?? 900));
        if ($this->tokenFile !== null) {
            self::share($this->tokenFile, ['for' => $this->tokenOwner(), 'token' => $token->text, 'endsAt' => $token->endsAt]);
        }
        return $this->token = $token;
    }

    /**
     * Whole or not at all, and for the owner's eyes alone. Where it cannot be written, each process has a token of its own.
     *
     * @param array<string, mixed> $what
     */
    private static function share(string $file, array $what): void
    {
        $new = $file . '.' . self::uuid();
        $before = umask(0o077);
        $isWritten = @file_put_contents($new, self::json($what)) !== false;
        umask($before);
        if ($isWritten && !@rename($new, $file)) {
            @unlink($new);
        }
    }

    /**
     * Held by one process of those that share a token; null without a file to share. False when another holds it beyond that moment.
     *
     * @return resource|false|null
     */
    private function lock(float $endsAt)
    {
        if ($this->tokenFile === null) {
            return null;
        }
        $before = umask(0o077);
        $lock = @fopen("{$this->tokenFile}.lock", 'c');
        umask($before);
        if ($lock === false) {
            return null;
        }
        while (!flock($lock, LOCK_EX | LOCK_NB)) {
            if (self::now() >= $endsAt) {
                fclose($lock);
                return false;
            }
            self::pause(0.02);
        }
        return $lock;
    }

    /** @param resource|false|null $lock */
    private static function unlock($lock): void
    {
        if (is_resource($lock)) {
            fclose($lock);
        }
    }

    /** @return array{'Idempotency-Key': string} */
    private static function keyHeader(string $key): array
    {
        if (preg_match('/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/Di', $key) === 1) {
            return ['Idempotency-Key' => $key];
        }
        throw new \InvalidArgumentException(
            'The idempotency key must be one of newIdempotencyKey(), kept with the sale before the call.'
        );
    }

    /** @param array<string, mixed> $body */
    private static function json(array $body): string
    {
        // The shortest text of a number, whatever php.ini says: 10.05 and not 10.050000000000001.
        $before = ini_set('serialize_precision', '-1');
        try {
            return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } finally {
            ini_set('serialize_precision', (string) $before);
        }
    }

    /** @return ?array<string, mixed> */
    private static function parse(string $text): ?array
    {
        $body = str_starts_with(ltrim($text), '{') ? json_decode($text, true, 64) : null;
        return is_array($body) ? $body : null;
    }

    private static function isGranted(Question $question, Reply $reply): bool
    {
        if ($reply->status >= 300 || $reply->body === null) {
            return false;
        }
        return $question->kind === 'token' ? $reply->text('access_token') !== null : is_array($reply->body['value'] ?? null);
    }

    /**
     * Whether a refusal is the caller's own fault, which a repetition does not correct. Not of this kind: too many calls (but too many wrong
     * secrets are), a request that came too slowly (408), the service's own failures, and the answers of what stands before the service.
     */
    private static function isFinal(Reply $reply): bool
    {
        if ($reply->status < 400 || $reply->status >= 500 || $reply->status === 408) {
            return false;
        }
        return $reply->status !== 429 || $reply->text('error') === 'invalid_client';
    }

    /**
     * Whether a refusal proves that no earlier try was done: otherwise the service would have found the key and answered that try. A 401 or
     * 403 proves nothing, since the service checks the credential before the key; and a refusal without a code is not the service's.
     */
    private static function isJudged(Reply $reply): bool
    {
        return $reply->code() !== null && !in_array($reply->status, [401, 403], true);
    }

    private static function refusedText(Reply $reply): string
    {
        $texts = array_column($reply->messages(), 'message');
        return $texts === [] ? "HTTP {$reply->status}" : implode(' ', $texts);
    }

    private static function unansweredText(Question $question, ?Reply $reply): string
    {
        $last = $reply === null ? '' : rtrim(", last with HTTP {$reply->status} {$reply->code()}");
        return self::ADVICE[$question->kind] . " ({$question->operation} was not settled{$last}.)";
    }

    /** A clock that nobody sets. */
    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    private static function pause(float $seconds): void
    {
        usleep(max(0, (int) ($seconds * 1e6)));
    }

    /** A new id of a request: its moment, by which the service finds the call soonest, and 44 random bits. */
    private static function newRequestId(): string
    {
        return 'req_' . str_pad(self::moment(36), 9, '0', STR_PAD_LEFT) . substr(bin2hex(random_bytes(6)), 0, 11);
    }

    /** Milliseconds since 1970, which an integer of 32 bits cannot hold, in a base. */
    private static function moment(int $base): string
    {
        return base_convert(sprintf('%.0F', microtime(true) * 1000), 10, $base);
    }

    /** RFC 9562, version 4. */
    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}

/** @internal */
final class Question
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        /** The method and the path, without a query. */
        public readonly string $operation,
        public readonly string $kind,
        public readonly array $headers,
        public readonly ?string $body = null,
    ) {
    }
}

/** @internal */
final class Token
{
    public function __construct(
        #[\SensitiveParameter]
        public readonly string $text,
        public readonly float $endsAt,
    ) {
    }
}

/** @internal */
final class Reply
{
    /**
     * @param array<string, string> $headers
     * @param ?array<string, mixed> $body null when what came is no JSON object, or not whole
     */
    public function __construct(
        public readonly int $status,
        private readonly array $headers,
        public readonly ?array $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    public function text(string $name): ?string
    {
        $value = $this->body[$name] ?? null;
        return is_string($value) ? $value : null;
    }

    /** The code of the API, or of the token endpoint (RFC 6749, 5.2). */
    public function code(): ?string
    {
        return $this->text('code') ?? $this->text('error');
    }

    /** @return list<array{message: string, field?: string}> */
    public function messages(): array
    {
        $entries = $this->body['messages'] ?? null;
        if (!is_array($entries)) {
            $entries = [['message' => $this->text('error_description')]];
        }
        $found = [];
        foreach ($entries as $entry) {
            if (is_array($entry) && is_string($entry['message'] ?? null)) {
                $found[] = array_filter(
                    ['message' => $entry['message'], 'field' => $entry['field'] ?? null],
                    static fn (mixed $value): bool => is_string($value),
                );
            }
        }
        return $found;
    }

    /** RFC 9110, 10.2.3: seconds, or a date, which is meant by the clock of who sent it: a till's may be wrong. */
    public function retryAfter(): ?float
    {
        $text = $this->header('retry-after') ?? '';
        if (preg_match('/^\d+$/D', $text) === 1) {
            return (float) $text;
        }
        $until = self::moment($text);
        return $until === null ? null : (float) max(0, $until - (self::moment($this->header('date') ?? '') ?? time()));
    }

    private static function moment(string $text): ?int
    {
        $found = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $text, new \DateTimeZone('UTC'));
        return $found === false ? null : $found->getTimestamp();
    }
}
