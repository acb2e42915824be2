<?php

declare(strict_types=1);

use Aliado\AliadoClient;
use Aliado\AliadoError;

/** Calls the PHP client as a test says on its standard input, and prints what came of each call. */

require __DIR__ . '/shared.php';

function valueOf(AliadoClient $client, array $call): array
{
    $late = $call['deadline'] ?? null;
    return match ($call['method']) {
        'apply' => $client->apply($call['body'], $call['key'], $late),
        'standing' => $client->standing($call['reference'], $late),
        'release' => $client->release($call['authorizationCode'], $call['reference'], $late),
        'consumptions' => iterator_to_array($client->consumptions($call['filter'], $call['pageSize'], $late), false),
    };
}

function outcomeOf(AliadoClient $client, array $call): array
{
    try {
        return ['value' => valueOf($client, $call)];
    } catch (AliadoError $error) {
        return [
            'error' => (new ReflectionClass($error))->getShortName(),
            'text' => $error->getMessage(),
            'status' => $error->status,
            'code' => $error->errorCode,
            'title' => $error->title,
            'messages' => $error->messages,
            'requestId' => $error->requestId,
            'retryAfter' => $error->retryAfter,
        ];
    } catch (InvalidArgumentException $error) {
        return ['error' => 'misuse', 'text' => (string) $error];
    }
}

$asked = asked();
$retries = [];
$options = [
    'backoff' => 0.01,
    'random' => static fn (): float => 0.5,
    'onRetry' => static function (Aliado\Retry $retry) use (&$retries): void {
        $retries[] = $retry;
    },
    'tokenFile' => tokenFile(),
];
try {
    $client = new AliadoClient(...[...$options, 'url' => $asked['url'], ...$asked['credential'], ...$asked['options']]);
} catch (InvalidArgumentException $error) {
    answer(['outcomes' => [['error' => 'misuse', 'text' => (string) $error]], 'retries' => []]);
    exit(0);
}
$tasks = array_map(static fn (array $call) => static fn (): array => outcomeOf($client, $call), $asked['calls']);
$outcomes = $asked['together'] ? together($tasks) : array_map(static fn (Closure $task): array => $task(), $tasks);
answer(['outcomes' => $outcomes, 'retries' => $retries]);
